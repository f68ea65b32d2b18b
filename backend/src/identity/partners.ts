import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Access, Audit, Db, Sql } from '../kit/platform.ts';
import type { Account } from './accounts.ts';

/** https, or this very machine. */
const Address = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(value),
    'must be https outside this machine',
  );

const Id = z
  .string()
  .regex(/^[a-z][a-z0-9-]{2,40}$/, 'lower-case letters, digits and hyphens')
  .refine((id) => !id.startsWith('phr-'), "ids with phr- are the product's own");

/** A partner's registration. */
const NewPartner = z.object({
  id: Id,
  name: z.string().trim().min(1).max(80),
  /** Origins of the pages that show a module. */
  origins: z.array(Address.transform((value) => new URL(value).origin)).min(1),
  /** Exact return URL after consent. */
  redirectUris: z.array(Address.refine((value) => !value.includes('#'), 'must have no fragment')).min(1),
  modules: z.array(z.string()).min(1),
});

/**
 * Parses a registration.
 * @throws Error with a sentence per invalid field
 * @param embeddable embeddable modules
 */
export function readPartner(given: unknown, embeddable: readonly string[]): z.output<typeof NewPartner> {
  const read = NewPartner.extend({ modules: z.array(z.enum(embeddable)).min(1) }).safeParse(given);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return read.data;
}

export type Partner = Omit<z.output<typeof NewPartner>, 'modules'> & { readonly modules: readonly string[] };

/** A person's agreement: this partner may show these modules of this record on their behalf. */
export interface PartnerLink {
  /** Subject of the partner's tokens: 'PartnerLink/…'. */
  readonly principal: string;
  readonly partner: Partner;
  readonly account: { readonly id: string; readonly boxUser: string };
  readonly patientId: string;
  readonly modules: readonly string[];
  readonly agreedAt: Date;
}

/** Subject of a one-time code. */
export interface Handoff {
  readonly link: PartnerLink;
  readonly module: string;
  readonly origin: string;
}

export interface Partners {
  /** Undefined if unknown or disabled. */
  find(id: string): Promise<Partner | undefined>;
  /** The partner with this id and secret. */
  authenticate(id: string, secret: string): Promise<Partner | undefined>;
  /** Stores a person's agreement, replacing an earlier one. False if they have no own record. */
  agree(partner: Partner, account: Account): Promise<boolean>;
  /** The agreement of a person with a partner that is in force. */
  linkOf(partnerId: string, accountId: string): Promise<PartnerLink | undefined>;
  /** A token's agreement, while in force. */
  linkBy(principal: string): Promise<PartnerLink | undefined>;
  /** A person's agreements in force, newest first. */
  linksOf(accountId: string): Promise<readonly PartnerLink[]>;
  /** Revokes an agreement at once; false if there is none. */
  end(account: Account, principal: string): Promise<boolean>;
  /** Creates a single-use code, valid for `HANDOFF_CODE_SECONDS`. */
  makeCode(handoff: Handoff): Promise<string>;
  /** Consumes a code, whatever the outcome. Undefined if unknown, used or expired, or if the agreement has ended. */
  takeCode(code: string): Promise<Handoff | undefined>;
}

export const HANDOFF_CODE_SECONDS = 60;

/** Registers or changes a partner and returns its new secret, which is not stored in clear. */
export async function registerPartner(
  sql: Sql,
  { id, name, origins, redirectUris, modules }: z.output<typeof NewPartner>,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql.query(
    `insert into partner (id, name, secret_hash, origins, redirect_uris, modules) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set name = excluded.name, secret_hash = excluded.secret_hash, origins = excluded.origins, redirect_uris = excluded.redirect_uris, modules = excluded.modules, disabled_at = null`,
    [id, name, hashOf(secret), origins, redirectUris, modules],
  );
  return secret;
}

/** Disables a partner at once; its agreements revive on re-registration. False if unknown. */
export async function disablePartner(sql: Sql, id: string): Promise<boolean> {
  return (
    (await sql.query('update partner set disabled_at = now() where id = $1 and disabled_at is null returning id', [id]))
      .length > 0
  );
}

/** Every partner that is not disabled. */
export async function listPartners(sql: Sql): Promise<readonly Partner[]> {
  return (await sql.query<PartnerRow>(`select ${PARTNER} from partner p where disabled_at is null order by id`)).map(
    toPartner,
  );
}

interface PartnerRow {
  partner_id: string;
  name: string;
  origins: string[];
  redirect_uris: string[];
  offered: string[];
}
interface LinkRow extends PartnerRow {
  principal: string;
  account_id: string;
  box_user: string;
  patient_id: string;
  modules: string[];
  agreed_at: Date;
}

const PARTNER = 'p.id as partner_id, p.name, p.origins, p.redirect_uris, p.modules as offered';
/** Agreements in force, limited to what the partner still offers. */
const LINKS = `select ${PARTNER}, l.principal, l.account_id, a.box_user, l.patient_id, l.modules, l.agreed_at
  from partner_link l join partner p on p.id = l.partner_id and p.disabled_at is null join account a on a.id = l.account_id where l.revoked_at is null`;

export function createPartners(db: Db, access: Access, audit: Audit): Partners {
  const known = async (id: string) => {
    // the provider looks up clients by arbitrary text
    if (!Id.safeParse(id).success) return undefined;
    const [row] = await db.query<PartnerRow & { secret_hash: string }>(
      `select ${PARTNER}, p.secret_hash from partner p where id = $1 and disabled_at is null`,
      [id],
    );
    return row === undefined ? undefined : { partner: toPartner(row), secretHash: row.secret_hash };
  };
  const links = async (condition: string, ...values: readonly string[]): Promise<readonly PartnerLink[]> =>
    (await db.query<LinkRow>(`${LINKS} and ${condition}`, values)).map(toLink);

  return {
    async find(id) {
      return (await known(id))?.partner;
    },

    async authenticate(id, secret) {
      const found = await known(id);
      return found !== undefined && timingSafeEqual(Buffer.from(found.secretHash), Buffer.from(hashOf(secret)))
        ? found.partner
        : undefined;
    },

    async agree(partner, { id, boxUser }) {
      const patientId = await access.mainPatient(boxUser);
      if (patientId === undefined) return false;
      await db.tx(async (sql) => {
        await sql.query(
          'update partner_link set revoked_at = now() where partner_id = $1 and account_id = $2 and revoked_at is null',
          [partner.id, id],
        );
        await sql.query(
          'insert into partner_link (principal, partner_id, account_id, patient_id, modules) values ($1, $2, $3, $4, $5)',
          [`PartnerLink/${randomUUID()}`, partner.id, id, patientId, partner.modules],
        );
        await audit(
          {
            action: 'create',
            type: 'grant',
            outcome: 'success',
            userId: boxUser,
            patientId,
            entity: `Partner/${partner.id}`,
          },
          sql,
        );
      });
      return true;
    },

    linkOf: async (partnerId, accountId) =>
      (await links('l.partner_id = $1 and l.account_id = $2', partnerId, accountId))[0],
    linkBy: async (principal) => (await links('l.principal = $1', principal))[0],
    linksOf: (accountId) => links('l.account_id = $1 order by l.agreed_at desc', accountId),

    async end({ id, boxUser }, principal) {
      const ended = await db.tx(async (sql) => {
        const [row] = await sql.query<{ partner_id: string; patient_id: string }>(
          'update partner_link set revoked_at = now() where principal = $1 and account_id = $2 and revoked_at is null returning partner_id, patient_id',
          [principal, id],
        );
        if (row !== undefined)
          await audit(
            {
              action: 'delete',
              type: 'revoke',
              outcome: 'success',
              userId: boxUser,
              patientId: row.patient_id,
              entity: `Partner/${row.partner_id}`,
            },
            sql,
          );
        return row;
      });
      return ended !== undefined;
    },

    async makeCode({ link, module, origin }) {
      const code = randomBytes(32).toString('base64url');
      await db.query('delete from handoff_code where expires_at < now()');
      await db.query(
        `insert into handoff_code (code_hash, principal, module, origin, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
        [hashOf(code), link.principal, module, origin, HANDOFF_CODE_SECONDS],
      );
      return code;
    },

    async takeCode(code) {
      const [row] = await db.query<{ principal: string; module: string; origin: string }>(
        'update handoff_code set used_at = now() where code_hash = $1 and used_at is null and expires_at > now() returning principal, module, origin',
        [hashOf(code)],
      );
      const [link] = row === undefined ? [] : await links('l.principal = $1', row.principal);
      return row === undefined || link === undefined ? undefined : { link, module: row.module, origin: row.origin };
    },
  };
}

function toPartner(row: PartnerRow): Partner {
  return {
    id: row.partner_id,
    name: row.name,
    origins: row.origins,
    redirectUris: row.redirect_uris,
    modules: row.offered,
  };
}

function toLink(row: LinkRow): PartnerLink {
  return {
    principal: row.principal,
    partner: toPartner(row),
    account: { id: row.account_id, boxUser: row.box_user },
    patientId: row.patient_id,
    modules: row.modules.filter((module) => row.offered.includes(module)),
    agreedAt: row.agreed_at,
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
