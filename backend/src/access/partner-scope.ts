import { createCallCheck } from '@phr/loader/declared-calls';
import type { Registry } from '@phr/contract/registry';
import type { ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { z } from 'zod';
import type { ModuleScope } from '../kit/platform.ts';
import { sourceOfPath } from '../kit/paths.ts';

/** Modules that a partner's page may show. Devices, consents and settings belong to the app alone (S-28). */
export const EMBEDDABLE = ['mfe-booking', 'mfe-imaging', 'mfe-records', 'mfe-vitals'] as const;

/** Never done through a partner's page, whatever a module declares: who else may see a record, and the codes that stand for it. */
const OF_THE_APP_ALONE =
  /^\/(?:fhir\/Consent|patient-app\/(?:link-profile|related-person)|api\/phr\/(?:device|hub|account|qr))(?:\/|$)/;

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
 * Calls that a module makes in the app alone. Vitals read diagnoses there for one thing, whether a pregnancy changes what is advised; a partner's page of
 * vitals learns of none, and advises as for anybody. Records read appointments for the visit kit, which the app alone shows.
 */
const IN_THE_APP_ALONE: Readonly<Record<string, readonly string[]>> = {
  'mfe-records': ['GET fhir /Patient/:id/Appointment', 'GET fhir /HealthcareService/:id'],
  'mfe-vitals': ['GET fhir /Patient/:id/Condition'],
};

/** What each module may call, of all its releases that are on offer; undefined for modules that no page of a partner may show. */
export function createModuleScopes(
  readRegistry: () => Promise<Registry>,
): (module: string) => Promise<ModuleScope | undefined> {
  return async (module) => {
    if (!EMBEDDABLE.some((name) => name === module)) return undefined;
    const entry = (await readRegistry()).modules.find(({ name }) => name === module);
    const releases =
      entry === undefined || !entry.enabled ? [] : [entry.current, entry.rollout?.release, entry.previous];
    return releases.length === 0
      ? undefined
      : moduleScope(
          releases
            .flatMap((release) => release?.manifest.calls ?? [])
            .filter((call) => IN_THE_APP_ALONE[module]?.includes(call) !== true),
        );
  };
}
