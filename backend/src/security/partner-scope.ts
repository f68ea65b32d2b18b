import type { FastifyInstance } from 'fastify';
import { createCallCheck } from '@phr/loader/declared-calls';
import type { Registry } from '@phr/contract/registry';
import type { ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { isObject } from '@phr/fhir/json';
import { z } from 'zod';
import { sourceOfPath } from '../web/paths.ts';
import { ServerError } from './server-error.ts';

/** Modules that a partner's page may show. Devices, consents and settings belong to the app alone (S-28). */
export const EMBEDDABLE = ['mfe-booking', 'mfe-imaging', 'mfe-records', 'mfe-vitals'] as const;

/** Never done through a partner's page, whatever a module declares: who else may see a record, and the codes that stand for it. */
const OF_THE_APP_ALONE = /^\/(?:fhir\/Consent|patient-app\/(?:link-profile|related-person)|api\/phr\/(?:device|hub|account|qr))(?:\/|$)/;

/** Calls that a token of one module may make. */
export interface ModuleScope {
  /** Says whether the module declares a call; `url` is that of the server, with or without a query. */
  permits(method: string, url: string): boolean;
  /** The same for one write inside a transaction: of a type that the module's calls are about; deletes only as they are declared. */
  permitsEntry(method: string, type: string): boolean;
}

const SERVICE_OF: Readonly<Record<NonNullable<ReturnType<typeof sourceOfPath>>, ServiceName>> = {
  FHIR_SERVER: 'fhir', EMR_API: 'emr', PHR_API: 'phr', MEDRECORD_ADMIN: 'admin', ONECLINIC_SERVER: 'directory', ID_SERVER: 'identity',
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
  const types = new Set(calls.flatMap((call) => /^\w+ fhir \/(?:\w+\/:\w+\/)?([A-Z]\w+)/.exec(call)?.[1] ?? []));
  return {
    permits(method, url) {
      const path = url.split(/[?#]/, 1)[0] ?? '';
      const source = sourceOfPath(path);
      if (source === undefined || OF_THE_APP_ALONE.test(path)) return false;
      const service = SERVICE_OF[source];
      return ask(method, service, service === 'fhir' ? path.slice('/fhir'.length) || '/' : path);
    },
    permitsEntry(method, type) {
      if (OF_THE_APP_ALONE.test(`/fhir/${type}`)) return false;
      return method === 'DELETE' ? ask('DELETE', 'fhir', `/${type}/x`) : types.has(type);
    },
  };
}

/** What each module may call, of all its releases that are on offer; undefined for modules that no page of a partner may show. */
export function createModuleScopes(readRegistry: () => Promise<Registry>): (module: string) => Promise<ModuleScope | undefined> {
  return async (module) => {
    if (!EMBEDDABLE.some((name) => name === module)) return undefined;
    const entry = (await readRegistry()).modules.find(({ name }) => name === module);
    const releases = entry === undefined || !entry.enabled ? [] : [entry.current, entry.rollout?.release, entry.previous];
    return releases.length === 0 ? undefined : moduleScope(releases.flatMap((release) => release?.manifest.calls ?? []));
  };
}

/** Looks into transactions: each entry is a call of its own, and must be one of the module. Throws ServerError ACCESS_DENIED before anything is written. */
export function limitTransactions(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const scope = request.fhirCaller?.scopeOfModule;
    if (scope === undefined || !isObject(request.body) || request.body['resourceType'] !== 'Bundle') return;
    const { entry } = request.body;
    const entries: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const permitted = entries.every((item) => {
      const asked = isObject(item) ? item['request'] : undefined;
      const { method, url } = isObject(asked) ? asked : {};
      const type = typeof url === 'string' ? /^\/?([A-Za-z]+)(?:\/|$)/.exec(url)?.[1] : undefined;
      return typeof method === 'string' && type !== undefined && scope.permitsEntry(method, type);
    });
    if (!permitted) throw new ServerError('ACCESS_DENIED', 'A part of this transaction is not a call of this module');
  });
}
