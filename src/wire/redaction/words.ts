/** The words of a name, lower-case, in whatever way it is written: `petId`, `pet_id`, `Pet-Id`, `pet.id` and `pet[id]` are all `pet`, `id`. */
export function wordsOf(name: string): readonly string[] {
  if (/^[a-z\d]+$/.test(name)) return [name];
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
