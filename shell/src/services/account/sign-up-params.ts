/** Organisation or programme named by the link a person arrived by; kept until a profile exists (SIGN-13, D-98). */
export interface SignUpParams {
  readonly registerOrg?: string;
  readonly sharedOrg?: string;
  readonly encounterType?: string;
  readonly enrollmentCode?: string;
  readonly codeType?: string;
  readonly orgCode?: string;
}

export type SignUpParam = keyof SignUpParams;

/** Allowed characters of a code; anything else is dropped (S-33). */
export const isCode = (value: string | undefined): value is string =>
  value !== undefined && /^[\w.-]{1,64}$/.test(value);

const FROM_QUERY: readonly (readonly [name: string, param: SignUpParam])[] = [
  ['t', 'codeType'],
  ['e', 'enrollmentCode'],
  ['o', 'orgCode'],
];

/** Parameters of a link: `/quick-in?t=&e=&o=`, likewise `/signup` and `/signin`, or `/register-org/{ro}/{so}/{t}`. */
export function signUpParamsOf(path: string): SignUpParams {
  const { pathname, searchParams } = new URL(path, 'http://path.invalid');
  const [screen, ro, so, t] = pathname.split('/').slice(1).map(decode);
  const found: readonly (readonly [SignUpParam, string | undefined])[] =
    screen === 'register-org'
      ? [
          ['registerOrg', ro],
          ['sharedOrg', so],
          ['codeType', t?.toUpperCase()],
          ['encounterType', t?.toUpperCase()],
        ]
      : FROM_QUERY.map(([name, param]) => [param, searchParams.get(name) ?? undefined]);
  return Object.fromEntries(found.filter(([, value]) => isCode(value)));
}

/**
 * True if a link names code type, enrollment and organisation: the quick sign-up then goes back instead of to sign-in
 * (NAV-03, NAV-04).
 */
export function isComplete({ codeType, enrollmentCode, orgCode }: SignUpParams): boolean {
  return codeType !== undefined && enrollmentCode !== undefined && orgCode !== undefined;
}

/** A purpose (`serves`) that selects a screen, and its parameters. */
export interface Step {
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Next step after creating a main profile: the organisation, the programme, or undefined for the dashboard (NAV-06 to
 * NAV-08).
 */
export function stepAfterProfile({
  registerOrg,
  sharedOrg,
  encounterType,
  enrollmentCode,
  codeType,
  orgCode,
}: SignUpParams): Step | undefined {
  if (registerOrg !== undefined) {
    const type = codeType ?? encounterType;
    return {
      screen: 'organisation',
      params: {
        ro: registerOrg,
        ...(sharedOrg !== undefined && { so: sharedOrg }),
        ...(type !== undefined && { encounterType: type }),
      },
    };
  }
  if (enrollmentCode === undefined) return undefined;
  return {
    screen: 'programme',
    params: {
      e: enrollmentCode,
      ...(codeType !== undefined && { t: codeType }),
      ...(orgCode !== undefined && { o: orgCode }),
    },
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
