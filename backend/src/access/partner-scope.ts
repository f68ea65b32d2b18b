import { wordsIn } from '@phr/i18n/localized';
import { createCallCheck } from '@phr/loader/declared-calls';
import type { Locale } from '@phr/contract/locale';
import type { ModuleManifest, RegistryTwo } from '@phr/contract/registry';
import type { ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { z } from 'zod';
import type { ModuleScope } from '../kit/platform.ts';
import { sourceOfPath } from '../kit/paths.ts';

/**
 * Never done through a partner's page, whatever a module declares: devices, consents and settings belong to the app alone (S-28), as does who else may see a
 * record, the codes that stand for it, and what its person is told, and where.
 */
const OF_THE_APP_ALONE =
  /^\/(?:fhir\/Consent|patient-app\/(?:link-profile|related-person)|api\/phr\/(?:device|hub|account|qr|push|inbox))(?:\/|$)/;

/** What every page tells of the modules in it, without a person: no module declares it. */
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

/** The scope of a module from the calls that its releases declare (module.json). */
export function moduleScope(calls: readonly string[]): ModuleScope {
  const isDeclared = createCallCheck(calls);
  const ask = (method: string, service: ServiceName, path: string): boolean => {
    const known = Method.safeParse(method);
    return known.success && isDeclared({ method: known.data, service, path });
  };
  // '/Patient/:id/Observation' is about observations, '/Task' and '/Device/:id' about what they begin with
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
 * What each module may call on a partner's page, of all its releases that are on offer and may be shown there (`partner` of module.json); undefined for a module
 * that is off or has none. What a release calls in the app alone (`without`) is no part of it, whatever the others say: vitals read diagnoses there for one thing,
 * whether a pregnancy changes what is advised, and a partner's page of vitals learns of none.
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

/** Names of the modules that a partner's page may show. */
export const embeddableIn = (registry: RegistryTwo): readonly string[] =>
  registry.modules
    .map(({ name }) => name)
    .filter((name) => manifestsOf(registry, name).some(({ partner }) => partner !== undefined));

/** What a module is called where a person is asked whether a partner may show it, in her language; its name for one that says nothing. */
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

/** Manifests of all releases of a module that are on offer, that of the current one first. */
function manifestsOf({ modules, manifests }: RegistryTwo, module: string): readonly ModuleManifest[] {
  const offer = modules.find(({ name }) => name === module);
  if (offer === undefined) return [];
  const { current, rollouts, fallbacks, releases } = offer;
  const versions = [current ?? '', ...rollouts.map(({ version }) => version), ...fallbacks];
  return [...new Set(versions)].flatMap((version) => manifests[releases[version]?.manifest ?? ''] ?? []);
}
