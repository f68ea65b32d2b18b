import { wordsIn } from '@phr/i18n/localized';
import { createCallCheck } from '@phr/loader/declared-calls';
import type { Locale } from '@phr/contract/locale';
import type { ModuleManifest, RegistryTwo } from '@phr/contract/registry';
import type { ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { z } from 'zod';
import type { ModuleScope } from '../kit/platform.ts';
import { sourceOfPath } from '../kit/paths.ts';

/**
 * Never allowed on a partner's page, whatever a module declares: devices, consents and settings (S-28), access grants,
 * record codes, and notifications.
 */
const OF_THE_APP_ALONE =
  /^\/(?:fhir\/Consent|patient-app\/(?:link-profile|related-person)|api\/phr\/(?:device|hub|account|qr|push|inbox))(?:\/|$)/;

/** Health reports every page may send, without a person and undeclared. */
const HOW_MODULES_DO = '/api/phr/module-health';

const SERVICE_OF: Readonly<Record<NonNullable<ReturnType<typeof sourceOfPath>>, ServiceName>> = {
  FHIR_SERVER: 'fhir',
  EMR_API: 'emr',
  PHR_API: 'phr',
  MEDRECORD_ADMIN: 'admin',
  ONECLINIC_SERVER: 'directory',
  ID_SERVER: 'identity',
};
const Method = z.enum(['GET', 'POST', 'PUT', 'DELETE']) satisfies z.ZodType<ServiceRequest['method']>;

/** A module's scope from the calls its releases declare (module.json). */
export function moduleScope(calls: readonly string[]): ModuleScope {
  const isDeclared = createCallCheck(calls);
  const ask = (method: string, service: ServiceName, path: string): boolean => {
    const known = Method.safeParse(method);
    return known.success && isDeclared({ method: known.data, service, path });
  };
  // '/Patient/:id/Observation' concerns observations, '/Task' and '/Device/:id' their first segment
  const read = new Set(calls.flatMap((call) => /^GET fhir \/(?:\w+\/:\w+\/)?([A-Z]\w*)/.exec(call)?.[1] ?? []));
  return {
    permits(method, url) {
      const path = url.split(/[?#]/, 1)[0] ?? '';
      if (path === HOW_MODULES_DO) return method === 'POST';
      const source = sourceOfPath(path);
      if (source === undefined || OF_THE_APP_ALONE.test(path)) return false;
      const service = SERVICE_OF[source];
      return ask(method, service, service === 'fhir' ? path.slice('/fhir'.length) || '/' : path);
    },
    may(action, type) {
      if (action === 'share') return false;
      if (action === 'read') return read.has(type);
      const [method, path] = {
        create: ['POST', `/${type}`],
        update: ['PUT', `/${type}/x`],
        delete: ['DELETE', `/${type}/x`],
      }[action];
      return !OF_THE_APP_ALONE.test(`/fhir${path}`) && ask(method ?? '', 'fhir', path ?? '');
    },
  };
}

/**
 * Allowed calls of each module on partner pages, over all offered releases with `partner` in module.json; undefined if
 * switched off or not embeddable. Calls listed in `without` are excluded even if another release allows them: vitals
 * reads diagnoses only to detect pregnancy, so a partner page of vitals must not.
 */
export function createModuleScopes(
  readRegistry: () => Promise<RegistryTwo>,
): (module: string) => Promise<ModuleScope | undefined> {
  return async (module) => {
    const registry = await readRegistry();
    if (registry.modules.find(({ name }) => name === module)?.killed !== null) return undefined;
    const shown = manifestsOf(registry, module).filter(({ partner }) => partner !== undefined);
    const withheld = new Set(shown.flatMap(({ partner }) => partner?.without ?? []));
    return shown.length === 0
      ? undefined
      : moduleScope(shown.flatMap(({ calls }) => calls).filter((call) => !withheld.has(call)));
  };
}

/** Names of embeddable modules. */
export const embeddableIn = (registry: RegistryTwo): readonly string[] =>
  registry.modules
    .map(({ name }) => name)
    .filter((name) => manifestsOf(registry, name).some(({ partner }) => partner !== undefined));

/** Name of a module in the person's language, when asking for consent; falls back to its technical name. */
export function createPartTitles(
  readRegistry: () => Promise<RegistryTwo>,
): (modules: readonly string[], locale: Locale) => Promise<readonly string[]> {
  return async (names, locale) => {
    const registry = await readRegistry().catch(() => undefined);
    return names.map((name) => {
      const said = registry === undefined ? [] : manifestsOf(registry, name);
      const title = said.find(({ partner }) => partner !== undefined)?.partner?.title;
      return wordsIn(title, locale) ?? name;
    });
  };
}

/** Manifests of a module's offered releases, current first. */
function manifestsOf({ modules, manifests }: RegistryTwo, module: string): readonly ModuleManifest[] {
  const offer = modules.find(({ name }) => name === module);
  if (offer === undefined) return [];
  const { current, rollouts, fallbacks, releases } = offer;
  const versions = [current ?? '', ...rollouts.map(({ version }) => version), ...fallbacks];
  return [...new Set(versions)].flatMap((version) => manifests[releases[version]?.manifest ?? ''] ?? []);
}
