/** The facts that the owner of the petstore gave about its fields: subject, type, required mark, meaning. */
export interface FieldFact {
  readonly schema: string;
  readonly field: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'PetStatus';
  readonly format?: 'int64' | 'date-time';
  readonly required: boolean;
  readonly meaning: string;
}

const field = (
  schema: string,
  name: string,
  type: FieldFact['type'],
  required: boolean,
  meaning: string,
  format?: 'int64' | 'date-time',
): FieldFact => ({ schema, field: name, type, required, meaning, ...(format ? { format } : {}) });

export const FIELDS: readonly FieldFact[] = [
  field('NewPet', 'name', 'string', true, "The animal's name"),
  field('NewPet', 'categoryId', 'integer', true, 'Id of the category the animal belongs to', 'int64'),
  field('NewPet', 'status', 'PetStatus', false, 'Status of the pet'),
  field('Pet', 'id', 'integer', true, 'Unique identifier assigned on creation', 'int64'),
  field('Pet', 'name', 'string', true, "The animal's name"),
  field('Pet', 'categoryId', 'integer', true, 'Id of the category the animal belongs to', 'int64'),
  field('Pet', 'status', 'PetStatus', false, 'Status of the pet'),
  field('NewCategory', 'name', 'string', true, 'Category name (for example an animal kind)'),
  field('NewCategory', 'description', 'string', false, 'Short description of the category'),
  field('Category', 'id', 'integer', true, 'Unique identifier assigned on creation', 'int64'),
  field('Category', 'name', 'string', true, 'Category name (for example an animal kind)'),
  field('Category', 'description', 'string', false, 'Short description of the category'),
  field('Order', 'id', 'integer', false, 'Unique order identifier', 'int64'),
  field('Order', 'petId', 'integer', false, 'Id of the animal in the order', 'int64'),
  field('Order', 'quantity', 'integer', false, 'Number of units ordered'),
  field('Order', 'shipDate', 'string', false, 'Expected or actual ship date', 'date-time'),
  field('Order', 'complete', 'boolean', false, 'Whether the order has been fulfilled'),
  field('InventoryItem', 'petId', 'integer', true, 'Id of the animal the entry tracks', 'int64'),
  field('InventoryItem', 'quantity', 'integer', true, 'Current stock count'),
  field('InventoryItem', 'status', 'PetStatus', true, 'Status of the tracked pet'),
  field('InventoryUpdate', 'quantity', 'integer', true, 'The new stock count'),
  field('Error', 'code', 'string', true, 'Machine-readable error code'),
  field('Error', 'message', 'string', true, 'Human-readable description'),
  field('Error', 'status', 'integer', true, 'The HTTP status code'),
];

/** The row of `spec/README.md` that states the fact. */
export function rowOf(fact: FieldFact): string {
  const type = fact.format ? `${fact.type} (${fact.format})` : fact.type;
  const mark = fact.required ? 'required' : 'not required';
  return `| given | \`${fact.schema}.${fact.field}\` | ${type}, ${mark}: ${fact.meaning} |`;
}

/** Rows about anything but fields; `given.test.ts` proves each under this same subject. */
export const OTHER_ROWS: readonly string[] = [
  '| given | version | 1.0.0 |',
  '| given | base | all paths are relative to `{base_url}` |',
  '| given | tags | operations are grouped under `Pets` and `Store`; a tag without operations is only for navigation |',
  '| given | identifiers | integers (int64), assigned by the service on creation |',
  '| given | `PetStatus` | string: `available`, `pending`, `sold` |',
  '| given | `Pets` | an array of `Pet` |',
  '| given | `Pet` | every field of `NewPet`, same types and required marks, plus `id` |',
  '| given | `Category` | every field of `NewCategory`, same types and required marks, plus `id` |',
  '| given | `Order` | no field is required; `complete` false is not yet fulfilled, true is fulfilled |',
  '| given | `InventoryItem.status` | takes a `PetStatus` |',
  '| given | `Error` | body of every error answer |',
  '| given | GET `/pets/{petId}` | tag `Pets`; `petId` is a path parameter |',
  '| given | GET `/pets/{petId}` | marked deprecated, with a sunset date |',
  '| given | GET `/store/orders` | tag `Store` |',
  '| given | GET `/store/orders` | interactive trying-out is switched off |',
  '| given | `x-stability` | some operations carry it, with the value `experimental` or `beta` |',
];
