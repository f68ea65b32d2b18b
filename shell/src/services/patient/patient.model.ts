import { isAppError, type AppError } from '@phr/contract/app-error';
import type { PatientContext, SessionUser } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { PatientApi, PatientDetails, RecordRight } from './patient.api.ts';

/** 'missing': the account has no main patient yet. */
export type PatientStatus = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

export interface PatientState {
  readonly status: PatientStatus;
  readonly error?: AppError;
  /** The main patient is shown; the family is loading or failed to load. */
  readonly family?: 'loading' | 'failed';
  readonly details: readonly PatientDetails[];
  /** Names of members whose record is no longer accessible, as the right to it has expired. */
  readonly closed?: readonly string[];
}

interface Family {
  readonly members: readonly PatientDetails[];
  readonly closed: readonly string[];
}

/** Statuses for a record that is inaccessible or gone. */
const NOT_OPEN = [403, 404, 410];

export interface Patients {
  readonly context: Store<PatientContext>;
  readonly state: Store<PatientState>;
  readonly user: Store<SessionUser | undefined>;
  /** The account's phone number; undefined if the identity service has none. */
  readonly accountPhone: Store<string | undefined>;
  /** Loads account, main patient and family. Never rejects; see the state. */
  load(): Promise<void>;
  /** Reloads everything while the current screen stays. Never rejects. */
  reload(): Promise<void>;
  /** Opens a family member's record; other ids are rejected. */
  view(patientId: string): void;
}

/** Ids of an account: its FHIR user, its main patient, the other family members and their RelatedPersons. */
export interface AccountIds {
  readonly boxUser: string;
  readonly mainId: string;
  readonly otherIds: readonly string[];
  readonly relatedPersonIds: readonly string[];
}

/** Ids remembered on the device (D-79). */
export interface PatientMemory {
  /** The person last viewed under a main patient. */
  recall(mainId: string): string | undefined;
  remember(mainId: string, viewedId: string): void;
  /** Ids of the last signed-in account. */
  recallAccount(): AccountIds | undefined;
  rememberAccount(ids: AccountIds): void;
}

export interface PatientsOptions {
  readonly api: PatientApi;
  readonly memory: PatientMemory;
  /** The main patient's id is known; the patient is not loaded yet. */
  readonly onMain?: (mainId: string) => void;
}

/** Account, main patient, family, and the person on screen. */
export function createPatients({ api, memory, onMain = () => undefined }: PatientsOptions): Patients {
  const context = createStore<PatientContext>({ epoch: 0, family: [] });
  const state = createStore<PatientState>({ status: 'idle', details: [] });
  const user = createStore<SessionUser | undefined>(undefined);
  const accountPhone = createStore<string | undefined>(undefined);
  let running: Promise<void> | undefined;

  async function readMain(from: PatientApi): Promise<PatientDetails | undefined> {
    const info = await orMissing(api.userInfo(), [401, 403, 404]);
    if (info === undefined) return undefined;
    user.set({
      sub: info.sub,
      userName: info.preferredUsername,
      phoneNumberVerified: info.phoneNumberVerified,
      ...(info.email === undefined ? {} : { email: info.email }),
    });
    accountPhone.set(info.phoneNumber);
    const { boxUser } = info;
    if (boxUser === '') return undefined;
    const mainId = await orMissing(from.mainPatientId(boxUser), [404, 410]);
    if (mainId === undefined) return undefined;
    onMain(mainId);
    const last = memory.recallAccount();
    if (last?.mainId !== mainId || last.boxUser !== boxUser)
      memory.rememberAccount({ boxUser, mainId, otherIds: [], relatedPersonIds: [] });
    return orMissing(from.patient(mainId, 'ONESELF'), [404, 410]);
  }

  /** One unreadable member does not hide the others. */
  async function readFamily(from: PatientApi, main: PatientDetails): Promise<Family> {
    const { relatedPersonIds } = main;
    const [named, relations] = await Promise.all([
      from.familyOf(main.id),
      Promise.all(relatedPersonIds.map((id) => orMissing(from.relatedPerson(id), NOT_OPEN))),
    ]);
    const relationOf = new Map(
      relations.flatMap((relation, at) =>
        relation === undefined ? [] : [[relation.patientId, { ...relation, id: relatedPersonIds[at] }]],
      ),
    );
    const others = named.filter(({ id }) => id !== main.id);
    const last = memory.recallAccount();
    if (last?.mainId === main.id)
      memory.rememberAccount({ ...last, otherIds: others.map(({ id }) => id), relatedPersonIds });
    if (others.length === 0) return { members: [], closed: [] };
    // without rights the screens offer everything, and the server enforces them
    const rights = from.rights().catch((): ReadonlyMap<string, RecordRight> => new Map());
    const read = await Promise.all(
      others.map(async ({ id, name = '' }) => {
        const relation = relationOf.get(id);
        const member = await orMissing(from.patient(id, relation?.relationship ?? ''), NOT_OPEN);
        return member === undefined
          ? name
          : {
              ...member,
              ...(relation?.id !== undefined && { relatedPersonId: relation.id }),
              ...(await rights).get(id),
            };
      }),
    );
    return {
      members: read.filter((one) => typeof one !== 'string'),
      closed: read.filter((one) => typeof one === 'string').filter((name) => name !== ''),
    };
  }

  const readyWith = (details: readonly PatientDetails[], closed: readonly string[] = []): PatientState => ({
    status: 'ready',
    details,
    ...(closed.length > 0 && { closed }),
  });

  function show(family: readonly PatientDetails[], viewed: PatientDetails): void {
    const [main] = family;
    if (main === undefined) return;
    const before = context.get();
    const isSame = before.viewed?.id === viewed.id && before.main?.id === main.id;
    context.set({ epoch: isSame ? before.epoch : before.epoch + 1, main, viewed, family });
  }

  async function load(): Promise<void> {
    state.set({ status: 'loading', details: [] });
    try {
      const from = readAhead(api, memory.recallAccount());
      const main = await readMain(from);
      if (main === undefined) {
        state.set({ status: 'missing', details: [] });
        return;
      }
      const recalled = memory.recall(main.id) ?? main.id;
      // only someone viewing another record waits for the family, so that it is not replaced for a moment
      if (recalled === main.id) {
        show([main], main);
        state.set({ status: 'ready', details: [main], family: 'loading' });
      }
      const others = await readFamily(from, main).catch(() => undefined);
      const family = [main, ...(others?.members ?? [])];
      show(family, family.find(({ id }) => id === recalled) ?? main);
      state.set(
        others === undefined
          ? { status: 'ready', details: family, family: 'failed' }
          : readyWith(family, others.closed),
      );
    } catch (error) {
      state.set({ status: 'failed', details: [], ...(isAppError(error) ? { error } : {}) });
    }
  }

  async function reload(): Promise<void> {
    const { details: before, status } = state.get();
    try {
      const from = readAhead(api, memory.recallAccount());
      const main = await readMain(from);
      if (main === undefined) {
        state.set({ status: 'missing', details: [] });
        return;
      }
      const { members, closed } = await readFamily(from, main);
      const family = [main, ...members];
      const viewedId = context.get().viewed?.id ?? memory.recall(main.id);
      const viewed = family.find(({ id }) => id === viewedId) ?? main;
      if (viewed.id !== viewedId) memory.remember(main.id, viewed.id);
      show(family, viewed);
      state.set(readyWith(family, closed));
    } catch (error) {
      state.set(
        status === 'ready'
          ? { status, details: before, family: 'failed' }
          : { status: 'failed', details: [], ...(isAppError(error) ? { error } : {}) },
      );
    }
  }

  /** Serialized, so a later task sees earlier writes. */
  const run = (task: () => Promise<void>): Promise<void> => {
    const mine = (running ?? Promise.resolve()).then(task).finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };

  return {
    context,
    state,
    user,
    accountPhone,
    load: () => running ?? run(load),
    reload: () => run(reload),
    view(patientId) {
      const { details } = state.get();
      const viewed = details.find(({ id }) => id === patientId);
      const [main] = details;
      if (viewed === undefined || main === undefined) return;
      memory.remember(main.id, viewed.id);
      show(details, viewed);
    },
  };
}

/**
 * The API with the calls on the last known ids already sent, in parallel. Their results are used only if the same ids
 * are requested, i.e. if the account still names them.
 */
function readAhead(api: PatientApi, last: AccountIds | undefined): PatientApi {
  if (last === undefined) return api;
  // prevents unhandled rejections of unused responses
  const begin = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(() => undefined);
    return answer;
  };
  const beginAll = <T>(ids: readonly string[], call: (id: string) => Promise<T>) =>
    new Map(ids.map((id) => [id, begin(call(id))]));
  const mainIds = beginAll([last.boxUser], api.mainPatientId);
  const persons = beginAll([last.mainId, ...last.otherIds], (id) => api.patient(id, ''));
  const families = beginAll([last.mainId], api.familyOf);
  const related = beginAll(last.relatedPersonIds, api.relatedPerson);
  const rights = last.otherIds.length > 0 ? begin(api.rights()) : undefined;
  return {
    ...api,
    mainPatientId: (boxUser) => mainIds.get(boxUser) ?? api.mainPatientId(boxUser),
    async patient(id, relationship) {
      const person = await (persons.get(id) ?? api.patient(id, relationship));
      return person && { ...person, relationship };
    },
    familyOf: (mainId) => families.get(mainId) ?? api.familyOf(mainId),
    relatedPerson: (id) => related.get(id) ?? api.relatedPerson(id),
    rights: () => rights ?? api.rights(),
  };
}

/** The value, or undefined if the error means there is none (AUTH-24, AUTH-25, D-82). Server errors are rethrown. */
async function orMissing<T>(value: Promise<T>, statuses: readonly number[]): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (isAppError(error) && error.httpStatus !== undefined && statuses.includes(error.httpStatus)) return undefined;
    throw error;
  }
}
