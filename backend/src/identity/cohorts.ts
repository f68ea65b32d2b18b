import { COHORT } from '../access/cohort.ts';
import type { Sql } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { canonical } from './accounts.ts';

/** A cohort with its members. */
export interface Members {
  readonly cohort: string;
  /** Their sign-in numbers. */
  readonly numbers: readonly string[];
}

/**
 * Cohorts of an account. A key's developer belongs to the key's team. Only verified numbers count, as a lost number may
 * belong to another person now.
 */
export async function cohortsOf(sql: Sql, accountId: string): Promise<readonly string[]> {
  const rows = await sql.query<{ cohort: string }>(
    `select cohort from account join (
         select account_id, cohort from cohort_member
         union select account.id, 'team:' || team from team_key join account on box_user = developer
          where revoked_at is null and expires_at > now()) named on account_id = id
      where id = $1 and phone_verified order by cohort`,
    [accountId],
  );
  return rows.map(({ cohort }) => cohort);
}

/**
 * Adds the account that proved a number to a cohort.
 * @throws ServerError FORM_INPUT_INVALID, NOT_FOUND
 */
export async function joinCohort(sql: Sql, cohort: string, userName: string): Promise<void> {
  if (!COHORT.test(cohort)) throw new ServerError('FORM_INPUT_INVALID', `"${cohort}" is not staff, beta or team:<id>`);
  const joined = await sql.query(
    `insert into cohort_member (account_id, cohort)
     select id, $1 from account where user_name = $2 and phone_verified
     on conflict (account_id, cohort) do update set cohort = excluded.cohort returning cohort`,
    [cohort, canonical(userName)],
  );
  if (joined.length === 0) throw new ServerError('NOT_FOUND', `No account has proven ${userName}`);
}

/** Removes accounts of a number from a cohort. True if there was one. */
export async function leaveCohort(sql: Sql, cohort: string, userName: string): Promise<boolean> {
  const left = await sql.query(
    `delete from cohort_member using account where id = account_id and cohort = $1 and user_name = $2 returning cohort`,
    [cohort, canonical(userName)],
  );
  return left.length > 0;
}

/** All cohorts with their members. */
export async function listCohorts(sql: Sql): Promise<readonly Members[]> {
  return sql.query<{ cohort: string; numbers: readonly string[] }>(
    `select cohort, array_agg(user_name order by user_name) as numbers from cohort_member join account on id = account_id
      group by cohort order by cohort`,
  );
}
