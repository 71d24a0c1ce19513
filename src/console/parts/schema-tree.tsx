import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { resolvedSchema, schemaChildren, schemaLine } from '../model/schema-words.ts';
import { Prose } from './bits.tsx';

interface SchemaTreeProps {
  readonly schema: unknown;
  /** The root schema, for references. */
  readonly bundle?: unknown;
}

/** A schema as a tree. Levels are rendered when they are opened, so a recursive schema ends. */
export function SchemaTree({ schema, bundle = schema }: SchemaTreeProps): JSX.Element {
  const { schema: shown, name } = resolvedSchema(schema, bundle);
  const children = schemaChildren(shown);
  return (
    <div class="schema">
      <p class="small">
        {name === undefined ? null : <strong>{name} </strong>}
        <span class="muted">{schemaLine(shown)}</span>
      </p>
      <Members list={children} bundle={bundle} />
    </div>
  );
}

interface MembersProps {
  readonly list: ReturnType<typeof schemaChildren>;
  readonly bundle: unknown;
}

function Members({ list, bundle }: MembersProps): JSX.Element | null {
  if (list.length === 0) return null;
  return (
    <ul class="members">
      {list.map((each) => (
        <Member key={each.name} {...each} bundle={bundle} />
      ))}
    </ul>
  );
}

interface MemberProps {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  readonly bundle: unknown;
}

function Member({ name, schema, isRequired, bundle }: MemberProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { schema: shown, name: named } = resolvedSchema(schema, bundle);
  const children = schemaChildren(shown);
  const { description, deprecated } = shown;
  const line = (
    <>
      <code>{name}</code>
      {isRequired ? <span class="required"> required</span> : null}{' '}
      <span class="muted">
        {named === undefined ? '' : `${named} `}
        {schemaLine(shown)}
      </span>
      {deprecated === true ? <span class="tag warning"> deprecated</span> : null}
    </>
  );
  const text =
    typeof description === 'string' ? (
      <p class="muted small prose">
        <Prose text={description} />
      </p>
    ) : null;
  if (children.length === 0)
    return (
      <li>
        {line}
        {text}
      </li>
    );
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{line}</summary>
        {text}
        {isOpen ? <Members list={children} bundle={bundle} /> : null}
      </details>
    </li>
  );
}
