import { isObject, text } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';
import { isCode, signUpParamsOf, type SignUpParam, type SignUpParams } from './sign-up-params.ts';

/** A registered person whose phone number is not confirmed yet (SIGN-14). Holds no password. */
export interface VerifyingUser {
  readonly userName: string;
  /** 84 and nine digits. */
  readonly phoneNumber: string;
}

/** A code that was sent. Kept in page memory only, so it is useless once the page is left (D-19). */
export interface PendingCode extends VerifyingUser {
  /** Id of the OTP record, sent back with the code (SIGN-10). */
  readonly otpId: string;
  /** Remaining codes that may be requested; unknown for the first one. */
  readonly left?: number;
}

/** Data kept between the screens of a sign-up: ids and codes, never a password (D-79). */
export interface AccountMemory {
  /** Drops expired entries. */
  dropOld(): void;
  /** Stores, for this tab, the path of the link the person arrived by. */
  keepEntry(path: string): void;
  /** Parameters of that link. */
  entry(): SignUpParams;
  keepParams(userName: string, params: SignUpParams): void;
  /** Takes, once, the parameters stored for an account, else those of this tab's link. */
  takeParams(userName: string): SignUpParams;
  keepVerifying(user: VerifyingUser): void;
  /** The person whose number was to be confirmed last. */
  verifying(): VerifyingUser | undefined;
  dropVerifying(userName: string): void;
  keepCode(code: PendingCode): void;
  code(): PendingCode | undefined;
  dropCode(): void;
  /** Stores the id of a code that proved a number before sign-in: it belongs to whoever signs in next on this page. */
  keepProof(otpId: string): void;
  proof(): string | undefined;
}

const ENTRY = 'phr.from';
const PARAMS = 'phr.signup.';
const VERIFYING = 'phr.verifying.';
/** Unclaimed entries expire after seven days. */
const LIFE_MS = 7 * 24 * 3_600_000;
const NAMES: readonly SignUpParam[] = [
  'registerOrg',
  'sharedOrg',
  'encounterType',
  'enrollmentCode',
  'codeType',
  'orgCode',
];

export function createAccountMemory({
  localStore,
  tabStore,
  now = Date.now,
}: {
  readonly localStore: TextStore;
  readonly tabStore: TextStore;
  readonly now?: () => number;
}): AccountMemory {
  let pending: PendingCode | undefined;
  let proof: string | undefined;

  const keep = (key: string, value: object): void => localStore.set(key, JSON.stringify({ ...value, savedAt: now() }));

  /** A stored entry; removed if expired or unreadable. */
  function read(key: string): { readonly [name: string]: unknown; readonly savedAt: number } | undefined {
    const value = parse(localStore.get(key));
    const savedAt = value?.['savedAt'];
    if (value !== undefined && typeof savedAt === 'number' && now() - savedAt <= LIFE_MS) return { ...value, savedAt };
    localStore.remove(key);
    return undefined;
  }

  return {
    dropOld() {
      for (const key of localStore.keys()) if (key.startsWith(PARAMS) || key.startsWith(VERIFYING)) read(key);
    },
    keepEntry: (path) => tabStore.set(ENTRY, path),
    entry() {
      const path = tabStore.get(ENTRY);
      return path === undefined ? {} : signUpParamsOf(path);
    },
    keepParams(userName, params) {
      if (Object.keys(params).length > 0) keep(PARAMS + userName, params);
    },
    takeParams(userName) {
      const stored = read(PARAMS + userName);
      const path = tabStore.get(ENTRY);
      localStore.remove(PARAMS + userName);
      tabStore.remove(ENTRY);
      if (stored === undefined) return path === undefined ? {} : signUpParamsOf(path);
      return Object.fromEntries(
        NAMES.flatMap((name) => {
          const value = text(stored?.[name]);
          return isCode(value) ? [[name, value]] : [];
        }),
      );
    },
    keepVerifying: ({ userName, phoneNumber }) => keep(VERIFYING + userName, { userName, phoneNumber }),
    verifying() {
      const found = localStore
        .keys()
        .filter((key) => key.startsWith(VERIFYING))
        .map(read)
        .filter((user) => user !== undefined)
        .toSorted((a, b) => b.savedAt - a.savedAt)[0];
      const [userName, phoneNumber] = [text(found?.['userName']), text(found?.['phoneNumber'])];
      return userName === undefined || phoneNumber === undefined ? undefined : { userName, phoneNumber };
    },
    dropVerifying: (userName) => localStore.remove(VERIFYING + userName),
    keepCode(code) {
      pending = code;
    },
    code: () => pending,
    dropCode() {
      pending = undefined;
    },
    keepProof(otpId) {
      proof = otpId;
    },
    proof: () => proof,
  };
}

function parse(kept: string | undefined): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
