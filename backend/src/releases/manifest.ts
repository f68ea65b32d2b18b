import { LOCALES } from '@phr/contract/locale';
import type { ModuleManifest } from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { z } from 'zod';

/** File that a module's build makes as its entry. */
export const ENTRY_FILE = 'remoteEntry.js';

/** Name of a module. */
export const Name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
/** 1.2.3, 1.2.3-rc.1, 1.2.3+5 */
export const Version = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const Path = z.string().regex(/^\/[\w/:?.-]*$/);

/** Words in the languages of the product, as many as a module has. */
const ManifestText = z.partialRecord(z.enum(LOCALES), z.string().min(1).max(40));
const Door = z.enum(['today', 'readings', 'add', 'record', 'family']);

/** `module.json` as a release may have it: what is not here, hosts would not understand. */
export const Manifest = z.object({
  name: Name,
  contract: z.string().min(1).max(64),
  access: z.enum(['signed-in', 'anonymous']),
  routes: z.array(
    z.object({
      screen: z.string().min(1),
      path: Path,
      layout: z.enum(['app', 'app-bottom-bar', 'onboard', 'viewer', 'bare']),
      needsMainPatient: z.boolean(),
      mainPatientOnly: z.boolean().exactOptional(),
      planned: z.boolean().exactOptional(),
      door: z.union([Door, z.literal('none')]).exactOptional(),
    }),
  ),
  slots: z.array(
    z.object({
      slot: z.string().min(1),
      place: z.string().min(1),
      order: z.number(),
      height: z.number().min(0).max(2000).exactOptional(),
      ahead: z
        .array(z.string().regex(/^GET (identity|fhir|phr|admin|directory|emr) \/\S*$/))
        .max(5)
        .exactOptional(),
      source: z.boolean().exactOptional(),
      text: ManifestText.exactOptional(),
    }),
  ),
  calls: z.array(z.string().regex(/^(GET|POST|PUT|DELETE) (identity|fhir|phr|admin|directory|emr) \//)),
  door: Door.exactOptional(),
  actions: z
    .array(
      z.object({
        screen: z.string().min(1),
        text: ManifestText,
        icon: z.enum(SIGNAL_ICONS),
        order: z.number(),
      }),
    )
    .exactOptional(),
}) satisfies z.ZodType<ModuleManifest>;

/** Name of the federation container of one version; versions of one module live side by side in a page. */
export function containerName(name: string, version: string): string {
  return `${name.replaceAll('-', '_')}__${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}
