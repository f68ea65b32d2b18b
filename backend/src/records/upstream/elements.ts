import { extensionUrl } from '../../fhir/systems.ts';
import { TASK_ELEMENTS } from '../../fhir/r4.ts';
import { textAt, valuesAt, type Resource } from '../../fhir/resource.ts';

/** Text elements the service catalogue adds to FHIR R4 types. */
const OURS: Readonly<Record<string, readonly string[]>> = { Task: TASK_ELEMENTS };

const urlOf = (type: string, element: string): string => extensionUrl(`${type}-${element}`);

/** The resource for any R4 server, with our elements as extensions. */
export function toR4(resource: Resource): Resource {
  const names = OURS[resource.resourceType]?.filter((name) => typeof resource[name] === 'string') ?? [];
  if (names.length === 0) return resource;
  const rest = Object.fromEntries(Object.entries(resource).filter(([name]) => !names.includes(name)));
  return {
    ...rest,
    resourceType: resource.resourceType,
    extension: [
      ...valuesAt(resource, 'extension'),
      ...names.map((name) => ({ url: urlOf(resource.resourceType, name), valueString: resource[name] })),
    ],
  };
}

/** The resource as we know it. */
export function fromR4(resource: Resource): Resource {
  const names = OURS[resource.resourceType] ?? [];
  const given = valuesAt(resource, 'extension');
  const found = names.flatMap((name) => {
    const value = textAt(
      given.find((extension) => textAt(extension, 'url') === urlOf(resource.resourceType, name)),
      'valueString',
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  if (found.length === 0) return resource;
  const urls = new Set(names.map((name) => urlOf(resource.resourceType, name)));
  const others = given.filter((extension) => !urls.has(textAt(extension, 'url') ?? ''));
  const { extension: _extension, ...rest } = resource;
  return {
    ...rest,
    resourceType: resource.resourceType,
    ...(others.length === 0 ? {} : { extension: others }),
    ...Object.fromEntries(found),
  };
}
