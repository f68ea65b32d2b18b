import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import type { Repository } from '../../records/repository.ts';
import { createAccountLimits } from '../../identity/account-limits.ts';
import type { Accounts } from '../../identity/accounts.ts';
import type { OneTimeCodes } from '../../identity/one-time-codes.ts';
import { checkNumbers, ANONYMOUS, signUp } from '../../identity/register.ts';
import { humanName } from '@phr/fhir/names';
import type { Caller, Platform, Sql } from '../../kit/platform.ts';
import { networkOfCall } from '../../kit/network.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { withIdempotency } from '../../kit/idempotency.ts';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { SignedTokens } from '../../kit/signed-token.ts';
import { described } from '../../kit/route-schema.ts';
import { EncounterType, newEncounter } from './encounter-resource.ts';
import { fhirCall } from './fhir-call.ts';
import { Day, Line, TypedCode } from './fields.ts';
import { identifierSystemOf } from '../../fhir/systems.ts';
import { UPLOAD_TOKEN_SECONDS } from '../files/storage-api.ts';

const Query = z.object({ code: TypedCode, scheduleCode: TypedCode.optional() });
const Referral = z.object({
  id: z.string(),
  name: z.string(),
  hospitalId: z.string(),
  type: z.union([z.literal(0), z.literal(1)]),
  scheduleCode: z.string().optional(),
  code: z.string(),
  uploadToken: z.string(),
});
/** Optional texts that forms send empty. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const QuickUser = z.object({
  fullName: Line,
  userName: z.string().max(32),
  phoneNumber: z.string().max(32),
  password: z.string().max(256),
  email: optional(z.email().max(254)),
  birthDate: optional(Day),
  code: TypedCode,
  scheduleCode: optional(TypedCode),
  encounterType: optional(EncounterType),
  enrollmentCode: optional(TypedCode),
  orgCode: optional(TypedCode),
});
const Registered = z.object({
  id: z.string(),
  userName: z.string(),
  phoneNumber: z.string(),
  otpId: z.string(),
  uploadToken: z.string(),
  encounterId: z.string().optional(),
});

type Invitation = Pick<
  z.output<typeof QuickUser>,
  'code' | 'scheduleCode' | 'encounterType' | 'enrollmentCode' | 'orgCode'
>;

/** The arrival codes, by which the hospital finds the encounter again. */
function codesOf({
  code,
  scheduleCode,
  enrollmentCode,
  orgCode,
}: Invitation): readonly { readonly system: string; readonly value: string }[] {
  return Object.entries({
    referral: code,
    schedule: scheduleCode,
    enrollment: enrollmentCode,
    organization: orgCode,
  }).flatMap(([kind, value]) => (value === undefined ? [] : [{ system: identifierSystemOf(`${kind}-code`), value }]));
}

const Made = z.object({ id: z.string() });
/** one key for two steps: creating the account and its record */
const RECORDS_OF_NOBODY: Caller = { ...ANONYMOUS, userId: 'anonymous-record' };

interface Parts {
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  readonly repository: Repository;
  readonly uploads: SignedTokens;
}

interface ReferralRow {
  code: string;
  name: string;
  hospital_id: string;
  kind: 0 | 1;
  schedule_code: string | null;
}

/** Calls of invited people without an account. */
export function registerReferral(
  app: FastifyInstance,
  platform: Platform,
  { accounts, codes, repository, uploads }: Parts,
): void {
  const { db, config } = platform;
  // a code is short, so that trying many must be slow
  const tries = createCounter(platform.counts, 'referral', config.limits.otpPerHourIp * 3, 3_600_000);
  const { signUps } = createAccountLimits(platform);

  app.get(
    '/api/ano/phr/auth/referral',
    described({
      service: 'phr',
      summary: 'Whose invitation a code is, with a token for files sent along.',
      security: 'none',
      wrapped: true,
      query: Query,
      answer: Referral,
      errors: ['INVALID_REFERRAL'],
    }),
    async (request) => {
      checkAddress(request);
      const { code, scheduleCode } = parseBody(Query, request.query);
      await tries.demand(networkOfCall(request));
      const { name, hospital_id: hospitalId, kind, schedule_code: schedule } = await find(db, code, scheduleCode);
      return {
        data: {
          id: code,
          name,
          hospitalId,
          type: kind,
          ...(schedule === null ? {} : { scheduleCode: schedule }),
          code,
          uploadToken: uploads.make({ for: code }, UPLOAD_TOKEN_SECONDS),
        } satisfies z.input<typeof Referral>,
      };
    },
  );

  app.post(
    '/api/ano/phr/auth/quick-encounter',
    described({
      service: 'phr',
      summary: 'Makes an account from an invitation; with a birth date also the record and its first encounter.',
      security: 'none',
      wrapped: true,
      body: QuickUser,
      answer: Registered,
      errors: ['INVALID_REFERRAL', 'InvalidPhoneNumber', 'OTP_LIMIT'],
    }),
    async (request) => {
      checkAddress(request);
      const user = parseBody(QuickUser, request.body);
      await tries.demand(networkOfCall(request));
      const referral = await find(db, user.code, user.scheduleCode);
      await signUps.demand(networkOfCall(request));
      checkNumbers(user);
      const { account, otpId, undo } = await signUp(platform, { accounts, codes }, request, {
        userName: user.userName,
        password: user.password,
        fullName: user.fullName,
        referralCode: user.code,
        ...(user.email === undefined ? {} : { email: user.email }),
        ...(user.birthDate === undefined ? {} : { birthDate: user.birthDate }),
      });
      const { birthDate } = user;
      // the message has been sent: the rest is stored, or removed together with the account
      const encounterId =
        birthDate === undefined
          ? undefined
          : await fhirCall(() =>
              withIdempotency(db, request, RECORDS_OF_NOBODY, async (sql) => ({
                status: 200,
                body: JSON.stringify({ id: await openRecord(sql, account, birthDate, user, referral.hospital_id) }),
              })),
            ).then(
              ({ body }) => Made.parse(JSON.parse(body)).id,
              async (error: unknown) => {
                await undo();
                throw error;
              },
            );
      return {
        data: {
          id: account.id,
          userName: account.userName,
          phoneNumber: account.phone,
          otpId,
          uploadToken: uploads.make({ for: account.id }, UPLOAD_TOKEN_SECONDS),
          ...(encounterId === undefined ? {} : { encounterId }),
        } satisfies z.input<typeof Registered>,
      };
    },
  );

  async function find(sql: Sql, code: string, scheduleCode: string | undefined): Promise<ReferralRow> {
    const [row] = await sql.query<ReferralRow & Record<string, unknown>>(
      'select code, name, hospital_id, kind, schedule_code from referral where code = $1 and (ends_at is null or ends_at > now())',
      [code],
    );
    if (
      row === undefined ||
      (scheduleCode !== undefined && row.schedule_code !== null && row.schedule_code !== scheduleCode)
    )
      throw new ServerError('INVALID_REFERRAL', 'The invitation is not valid');
    return row;
  }

  /** The new person's record with an encounter at the inviting hospital. Returns the encounter's id. */
  async function openRecord(
    sql: Sql,
    account: { boxUser: string; userName: string; fullName: string; phone: string },
    birthDate: string,
    invitation: Invitation,
    hospitalId: string,
  ): Promise<string> {
    const person: Actor = { kind: 'person', userId: account.boxUser, patients: new Map(), mainPatient: undefined };
    await repository.create(
      person,
      { resourceType: 'User', userName: account.userName, phoneNumber: account.phone, identifier: [], data: {} },
      { sql },
    );
    const patient = await repository.create(
      person,
      {
        resourceType: 'Patient',
        name: [humanName(account.fullName)],
        birthDate,
        telecom: [{ system: 'phone', value: account.phone, use: 'mobile' }],
      },
      { sql },
    );
    const hospital = await repository.read(SYSTEM_ACTOR, 'Organization', hospitalId, sql);
    const written = await repository.create(
      SYSTEM_ACTOR,
      {
        ...newEncounter({ patientId: patient.id, classCode: invitation.encounterType ?? 'SS', organization: hospital }),
        identifier: codesOf(invitation),
      },
      { source: 'service', sql },
    );
    return written.id;
  }
}
