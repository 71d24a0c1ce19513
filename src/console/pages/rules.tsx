import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { Rule } from '../model/control-types.ts';
import { PRESETS, ruleWords } from '../model/presets.ts';
import { hashOf } from '../model/route.ts';
import { countText, pretty } from '../model/words.ts';
import { Action, Prose, RefusalLine, SelectField } from '../parts/bits.tsx';
import { Editor } from '../parts/editor.tsx';

/** Rules (overrides) of the world. The first enabled rule that matches a request decides its answer. */
export function RulesPage(): JSX.Element {
  const { outcome } = useFetched<{ readonly overrides: readonly Rule[] }>('overrides');
  return (
    <div class="page">
      <Presets />
      <h2>Rules in force</h2>
      {outcome?.ok !== true ? <RefusalLine outcome={outcome} /> : <RuleList rules={outcome.value.overrides} />}
    </div>
  );
}

const addressOf = ({ id }: Rule): string => `overrides/${encodeURIComponent(id)}`;

function RuleList({ rules }: { readonly rules: readonly Rule[] }): JSX.Element {
  const app = useApp();
  const clear = async (): Promise<void> => {
    app.showResult(await app.call('DELETE', 'overrides'), 'All rules are removed.');
  };
  if (rules.length === 0)
    return <p class="muted">No rules: the mock answers as the document and its records say. Add one above.</p>;
  return (
    <>
      <ol class="cards">
        {rules.map((rule, at) => (
          <RuleCard key={rule.id} rule={rule} at={at} />
        ))}
      </ol>
      <div class="actions">
        <Action kind="danger" onClick={clear}>
          Remove all
        </Action>
      </div>
    </>
  );
}

function RuleCard({ rule, at }: { readonly rule: Rule; readonly at: number }): JSX.Element {
  const app = useApp();
  const [isEditing, edit] = useState(false);
  const { operation, times, share, enabled = true } = rule;
  const change = async (next: object, text: string): Promise<boolean> =>
    app.showResult(await app.call('PATCH', addressOf(rule), next), text);
  const remove = async (): Promise<void> => {
    const { id: _, draws: __, ...rest } = rule;
    const undo = async (): Promise<void> => {
      app.showResult(await app.call('POST', 'overrides', rest), 'The rule is back, at the end of the list.');
    };
    app.showResult(await app.call('DELETE', addressOf(rule)), 'The rule is removed.', undo);
  };
  const words = ruleWords(rule);
  return (
    <li class={`panel card${enabled ? '' : ' off'}`}>
      <div class="card-head">
        <label class="switch">
          <input
            type="checkbox"
            checked={enabled}
            aria-label={`${words}, on`}
            onChange={() => void change({ enabled: !enabled }, enabled ? 'The rule is off.' : 'The rule is on.')}
          />
          {enabled ? 'On' : 'Off'}
        </label>
        <div class="card-text">
          <strong>{words}</strong>{' '}
          <span class="muted">
            {operation === undefined ? (
              'for every operation'
            ) : (
              <>
                {'for '}
                <a href={hashOf('operations', [operation])}>{operation}</a>
              </>
            )}
            {share === undefined ? '' : `, ${Math.round(share * 1_000) / 10} % of the requests`}
            {times === undefined ? '' : `, ${countText(times, 'more time')}`}
            {rule['match'] === undefined ? '' : ', where the request matches'}
          </span>
        </div>
        <div class="actions">
          {at === 0 ? null : (
            <Action label={`Move up: ${words}`} onClick={() => change({ position: at - 1 }, 'The rule is moved up.')}>
              ↑
            </Action>
          )}
          <button type="button" aria-expanded={isEditing} onClick={() => edit(!isEditing)}>
            Edit
          </button>
          <Action kind="danger" label={`Remove: ${words}`} onClick={remove}>
            Remove
          </Action>
        </div>
      </div>
      {isEditing ? <RuleForm rule={rule} change={change} onDone={() => edit(false)} /> : null}
    </li>
  );
}

interface RuleFormProps {
  readonly rule: Rule;
  readonly change: (next: object, text: string) => Promise<boolean>;
  readonly onDone: () => void;
}

function RuleForm({ rule, change, onDone }: RuleFormProps): JSX.Element {
  const { id: _, draws: __, ...before } = rule;
  const save = async (next: Record<string, unknown>): Promise<void> => {
    const gone = Object.fromEntries(
      Object.keys(before)
        .filter((name) => !(name in next))
        .map((name) => [name, null]),
    );
    if (await change({ ...gone, ...next }, 'The rule is changed.')) onDone();
  };
  return (
    <RuleDraft label="Rule as JSON" start={before} action="Save" save={save}>
      <button type="button" onClick={onDone}>
        Cancel
      </button>
    </RuleDraft>
  );
}

interface RuleDraftProps {
  readonly label: string;
  readonly start: object;
  /** Label of the button. */
  readonly action: string;
  readonly save: (rule: Record<string, unknown>) => Promise<void>;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/** A rule as editable JSON. Only an object is saved. */
function RuleDraft({ label, start, action, save, children }: RuleDraftProps): JSX.Element {
  const [text, setText] = useState(pretty(start));
  const [fault, setFault] = useState('');
  const submit = async (): Promise<void> => {
    const rule = objectOf(text);
    setFault(rule === undefined ? 'This is not a JSON object.' : '');
    if (rule !== undefined) await save(rule);
  };
  return (
    <>
      <Editor label={label} text={text} onChange={setText} />
      {fault === '' ? null : (
        <p class="failed" role="alert">
          {fault}
        </p>
      )}
      <div class="actions">
        <Action kind="primary" onClick={submit}>
          {action}
        </Action>
        {children}
      </div>
    </>
  );
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Presets for failing networks and services, and a form for a custom rule. */
function Presets(): JSX.Element {
  const app = useApp();
  const [operation, setOperation] = useState(app.route.value.query['operation'] ?? '');
  const [isOwn, setOwn] = useState(app.route.value.segments[0] === 'new');
  const operations = app.facts.value?.operations ?? [];
  const chosen = operation === '' ? {} : { operation };
  const add = async (rule: unknown): Promise<void> => {
    app.showResult(await app.call('POST', 'overrides', rule), 'The rule is in force.');
  };
  return (
    <section aria-label="Add a rule">
      <h2>Add a rule</h2>
      <div class="actions">
        <SelectField
          label="Operation of the rule"
          value={operation}
          options={[['', 'Every operation'], ...operations.map(({ id }) => [id, id] as const)]}
          onChoose={setOperation}
        />
      </div>
      <ul class="presets">
        {PRESETS.map(({ name, text, rule }) => (
          <li key={name}>
            <Action onClick={() => add({ ...chosen, ...rule })}>{name}</Action>
            <span class="muted small">
              <Prose text={text} />
            </span>
          </li>
        ))}
        <li>
          <button type="button" aria-expanded={isOwn} onClick={() => setOwn(!isOwn)}>
            A rule of your own
          </button>
          <span class="muted small">status, body, header fields, delay, fault, conditions</span>
        </li>
      </ul>
      {isOwn ? (
        <RuleDraft
          label="New rule as JSON"
          start={{ status: 503, times: 1 }}
          action="Add this rule"
          save={(rule) => add({ ...chosen, ...rule })}
        />
      ) : null}
    </section>
  );
}
