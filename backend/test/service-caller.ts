import { z } from 'zod';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { newPerson } from './browser.ts';
import type { TestBackend } from './test-backend.ts';

export type Json = Record<string, unknown>;

export interface Person {
  readonly token: string;
  /** Their own record. */
  readonly patient: string;
  readonly phone: string;
}

interface Answered {
  readonly status: number;
  readonly body: Json;
  /** What `{ data }` holds. */
  readonly data: Json;
  readonly headers: Headers;
}

/**
 * How a successful response differs from the documented one, in words. Undefined for a matching response, and for
 * requests without documentation.
 */
export function shapeFault(
  routes: TestBackend['routes'],
  method: string,
  url: string,
  status: number,
  body: Json,
): string | undefined {
  const path = url.replace(/\?.*$/, '').split('/');
  const doc = routes.find((route) => {
    const steps = route.url.split('/');
    return (
      route.method === method &&
      steps.length === path.length &&
      steps.every((step, index) => step.startsWith(':') || step === path[index])
    );
  })?.doc;
  if (status >= 300 || doc?.answer === undefined || doc.answerType !== undefined) return undefined;
  const { error } = doc.answer.safeParse(doc.wrapped === true ? body['data'] : body);
  return error === undefined ? undefined : z.prettifyError(error);
}

/** Calls services as different people, and checks their responses against the documentation of the requests. */
export function callerOf(backend: TestBackend) {
  const call = async (
    who: Person | undefined,
    method: string,
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const answer = await fetch(`${backend.urls.shell}${url}`, {
      method,
      headers: {
        ...(who === undefined ? {} : { authorization: `Bearer ${who.token}` }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const read = (text === '' ? {} : JSON.parse(text)) as Json;
    expect([method, url, shapeFault(backend.routes, method, url, answer.status, read)]).toEqual([
      method,
      url,
      undefined,
    ]);
    return { status: answer.status, body: read, data: (read['data'] ?? {}) as Json, headers: answer.headers };
  };

  return {
    call,
    /** A new account with a record of its own. */
    async newPatient(name = 'TRẦN MINH CHÂU', birthDate = '1985-03-14'): Promise<Person> {
      const { tokens, phone } = await newPerson(backend.config);
      const person = { token: tokens.access_token, patient: '', phone };
      const { body } = await call(person, 'POST', '/fhir/Patient', {
        resourceType: 'Patient',
        name: [{ text: name }],
        birthDate,
      });
      return { ...person, patient: String(body['id']) };
    },
    /** Stores a resource as a hospital would. */
    store: async (resource: { resourceType: string; [element: string]: unknown }): Promise<string> =>
      (await backend.repository.create(SYSTEM_ACTOR, resource)).id,
    read: async (type: string, id: string): Promise<Json> =>
      JSON.parse((await backend.repository.read(SYSTEM_ACTOR, type, id)).content) as Json,
    /** All resources of a type in a record, as the person sees them. */
    list: async (who: Person, type: string, query = ''): Promise<Json[]> => {
      const { body } = await call(who, 'GET', `/fhir/Patient/${who.patient}/${type}${query}`);
      return ((body['entry'] ?? []) as { resource: Json }[]).map(({ resource }) => resource);
    },
  };
}
