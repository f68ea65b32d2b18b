import { LOCALES } from '@phr/contract/locale';
import type { ModuleManifest } from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { z } from 'zod';

/** Name of a module. */
export const Name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
/** A file of a release below its folder: no step up, and nothing that is a part of an address. */
export const FilePath = z
  .string()
  .max(200)
  .regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/);
/** 1.2.3, 1.2.3-rc.1, 1.2.3+5 */
export const Version = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const Path = z.string().regex(/^\/[\w/:?.-]*$/);

/** Texts in the product's languages; a module may provide only some of them. */
const ManifestText = z.partialRecord(z.enum(LOCALES), z.string().min(1).max(40));
const Screen = z.string().min(1);
const Word = z.string().min(1).max(100);
const Call = z.string().regex(/^(GET|POST|PUT|DELETE) (identity|fhir|phr|admin|directory|emr) \//);
const Link = z.object({ screen: Screen, label: ManifestText, order: z.number().min(0).max(1000) });
/** An icon name of `@phr/ui/icons`, or the outline of a 24 by 24 icon. */
const Icon = z
  .string()
  .max(2000)
  .regex(/^(?:Icon[A-Z]\w*|[Mm][\d\s.,a-zA-Z+-]+)$/);
const Way = Link.extend({ icon: Icon });
const Height = z.number().min(0).max(2000);
const Door = z.enum(['today', 'readings', 'add', 'record', 'family']);

/** `module.json` as a release may contain it. Anything that is not listed here would not be understood by hosts. */
export const Manifest = z.object({
  schema: z.literal(2).exactOptional(),
  name: Name,
  title: ManifestText.exactOptional(),
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
      title: ManifestText.exactOptional(),
      menu: Screen.exactOptional(),
      find: z.array(Word).max(20).exactOptional(),
      shows: z.array(Word).max(20).exactOptional(),
      serves: z.array(Word).max(20).exactOptional(),
      readsLinked: z.boolean().exactOptional(),
      openByQr: z.boolean().exactOptional(),
      example: z.record(Word, z.string().max(100)).exactOptional(),
    }),
  ),
  slots: z.array(
    z.object({
      slot: z.string().min(1),
      place: z.string().min(1),
      order: z.number(),
      height: Height.exactOptional(),
      heights: z
        .array(z.object({ upTo: z.number().exactOptional(), px: Height }))
        .max(10)
        .exactOptional(),
      wideOnly: z.boolean().exactOptional(),
      settings: z.object({ property: Word, input: Word, default: z.array(Word).max(50) }).exactOptional(),
      ahead: z
        .array(z.string().regex(/^GET (identity|fhir|phr|admin|directory|emr) \/\S*$/))
        .max(5)
        .exactOptional(),
      source: z.boolean().exactOptional(),
      text: ManifestText.exactOptional(),
    }),
  ),
  calls: z.array(Call),
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
  menu: z.array(Way.extend({ group: z.enum(['record', 'account']) })).exactOptional(),
  tiles: z.array(Way.extend({ name: Word })).exactOptional(),
  quickLinks: z.array(Way).exactOptional(),
  shortcuts: z.array(Link).exactOptional(),
  partner: z.object({ title: ManifestText, without: z.array(Call).exactOptional() }).exactOptional(),
}) satisfies z.ZodType<ModuleManifest>;
