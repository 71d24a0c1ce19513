import type { ComponentChildren, JSX } from 'preact';
import { useFetched } from '../client/use-fetched.ts';
import type { ShownContent, WholeOperation } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { countText, roleWords } from '../model/words.ts';
import { DetailHead, Prose, RefusalLine } from '../parts/bits.tsx';
import { JsonView } from '../parts/json.tsx';
import { SchemaTree } from '../parts/schema-tree.tsx';
import { TryIt } from './try-it.tsx';

interface OpenedOperationProps {
  readonly id: string;
  /** Journal number of the request that is tried again. */
  readonly from: string | undefined;
}

/** One operation: the try-it form and its documentation. */
export function OpenedOperation({ id, from }: OpenedOperationProps): JSX.Element {
  const { outcome } = useFetched<WholeOperation>(`operations/${encodeURIComponent(id)}`);
  const back = hashOf('operations');
  if (outcome?.ok !== true)
    return (
      <section class="detail" aria-label={id}>
        <DetailHead back={back} title={id} />
        <RefusalLine outcome={outcome} />
      </section>
    );
  const operation = outcome.value;
  const { method, path, summary, description, parameters, body, responses } = operation;
  return (
    <section class="detail" aria-label={id}>
      <DetailHead
        back={back}
        title={
          <>
            <span class="method">{method}</span> {path}
          </>
        }
      >
        <a class="button" href={hashOf('rules', ['new'], { operation: id })}>
          Add a rule
        </a>
      </DetailHead>
      <p>{summary ?? id}</p>
      <Facts operation={operation} />
      {description === undefined || description === summary ? null : (
        <p class="prose">
          <Prose text={description} />
        </p>
      )}
      <TryIt operation={operation} from={from} />
      {parameters.length === 0 ? null : (
        <Part title={countText(parameters.length, 'parameter')}>
          <ul class="members flat">
            {parameters.map((each) => (
              <li key={`${each.in} ${each.name}`}>
                <code>{each.name}</code> <span class="muted">in {each.in}</span>
                {each.required ? <span class="required"> required</span> : null}
                {each.deprecated === true ? <span class="tag warning"> deprecated</span> : null}
                {each.description === undefined ? null : (
                  <p class="muted small prose">
                    <Prose text={each.description} />
                  </p>
                )}
                {each.schema === undefined ? null : <SchemaTree schema={each.schema} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {body === undefined ? null : (
        <Part title={`Content${body.required ? ', required' : ''}`}>
          <Contents list={body.content} />
        </Part>
      )}
      {responses.map(({ status, description: responseText, content }) => (
        <Part key={status} title={<Prose text={`${status} ${responseText}`} />}>
          {content.length === 0 ? <p class="muted">No content.</p> : <Contents list={content} />}
        </Part>
      ))}
    </section>
  );
}

function Facts({ operation }: { readonly operation: WholeOperation }): JSX.Element {
  const { id, role, resource, why, deprecated, sunset, daysLeft, successor, file, line, security } = operation;
  return (
    <>
      <p class="meta">
        <code>{id}</code>
        <span>
          {roleWords(role)}
          {resource === undefined ? null : (
            <>
              {' · resource '}
              <a href={hashOf('data', [resource])}>{resource}</a>
            </>
          )}
        </span>
        {file === undefined ? null : (
          <span>
            {file}:{line}
          </span>
        )}
        {security.length === 0 ? null : (
          <span>{security.map((uses) => uses.map(({ name }) => name).join(' and ') || 'anonymous').join(' or ')}</span>
        )}
      </p>
      {deprecated !== true && sunset === undefined ? null : (
        <p>
          <span class="tag warning">deprecated</span>{' '}
          {sunset === undefined || daysLeft === undefined
            ? ''
            : daysLeft < 0
              ? `It was removed on ${sunset.slice(0, 10)}. `
              : `It is removed on ${sunset.slice(0, 10)}, in ${countText(daysLeft, 'day')}. `}
          {successor === undefined ? null : <>Use {successor}. </>}
          {sunset === undefined ? null : <a href={hashOf('worlds', [], { sunset: id })}>Try the day after</a>}
        </p>
      )}
      {why.length === 0 ? null : (
        <details>
          <summary>Why: {roleWords(role)}</summary>
          <ul class="plain small">
            {[why].flat().map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Part({
  title,
  children,
}: {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="part">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Contents({ list }: { readonly list: readonly ShownContent[] }): JSX.Element {
  return (
    <>
      {list.map(({ mediaType, schema, examples }) => (
        <div key={mediaType}>
          <h4>{mediaType}</h4>
          {schema === undefined ? null : <SchemaTree schema={schema} />}
          {examples.map(({ name, value }) => (
            <div key={name}>
              <p class="muted small">Example {name}</p>
              <JsonView value={value} label={`Example ${name}`} />
            </div>
          ))}
        </div>
      ))}
    </>
  );
}
