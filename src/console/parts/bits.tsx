import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { proseParts } from '../../look/index.ts';
import type { ControlOutcome } from '../client/control.ts';
import type { FoundViolation } from '../model/control-types.ts';
import { toneOf } from '../model/words.ts';

export function Status({ status }: { readonly status: number }): JSX.Element {
  return <span class={`tag ${toneOf(status)}`}>{status}</span>;
}

interface ActionProps {
  readonly onClick: () => unknown;
  readonly children: ComponentChildren;
  readonly label?: string;
  readonly kind?: 'primary' | 'danger';
  readonly disabled?: boolean;
}

/** A button that is disabled while its action runs. */
export function Action({ onClick, children, label, kind, disabled = false }: ActionProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      await onClick();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={kind ?? ''}
      disabled={disabled}
      aria-busy={isBusy}
      aria-label={label}
      onClick={() => (isBusy ? undefined : void act())}
    >
      {children}
    </button>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function SearchField({ label, value, onInput }: SearchFieldProps): JSX.Element {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={`${label}  ( / )`}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

interface NameFormProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Label of the button. */
  readonly action: string;
  readonly onSubmit: () => Promise<void>;
}

/** A text field for a name, and a button. */
export function NameForm({ label, value, onInput, action, onSubmit }: NameFormProps): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <form class="actions" onSubmit={submit}>
      <input
        type="text"
        required
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <button type="submit">{action}</button>
    </form>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

/** A choice of one value, with a label for each. */
export function SelectField({ label, value, options, onChoose }: SelectFieldProps): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The refusal of a control route, with its message; nothing before it has answered. */
export function RefusalLine({
  outcome,
}: {
  readonly outcome: ControlOutcome<unknown> | undefined;
}): JSX.Element | null {
  if (outcome === undefined) return <p class="muted pad">Loading…</p>;
  return outcome.ok ? null : (
    <p class="failed pad" role="alert">
      <Prose text={outcome.detail} />
    </p>
  );
}

/** A sentence whose parts between backticks are code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return <>{proseParts(text).map((part, at) => (part.code ? <code key={at}>{part.text}</code> : part.text))}</>;
}

export function Violations({ list }: { readonly list: readonly FoundViolation[] }): JSX.Element {
  return (
    <ul class="plain">
      {list.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          <code>{pointer}</code> <Prose text={message} />
        </li>
      ))}
    </ul>
  );
}

/** Header of an opened item: back button, title and actions. */
export function DetailHead({
  back,
  title,
  children,
}: {
  readonly back: string;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="detail-head">
      <a href={back} class="back" aria-label="Back to the list">
        ←
      </a>
      <h2 tabIndex={-1}>{title}</h2>
      <div class="actions">{children}</div>
    </div>
  );
}
