-- Partners whose pages show one module of a record (ADR 0043).
create table partner (
  id text primary key,
  name text not null,
  -- of a random secret of 32 bytes, so a fast hash will do
  secret_hash text not null,
  origins text[] not null,
  redirect_uris text[] not null,
  modules text[] not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- A person's agreement with a partner: whose record, and which modules. Rows are kept as history.
create table partner_link (
  -- as whom the partner's tokens act; 'PartnerLink/' and a random id
  principal text primary key check (principal like 'PartnerLink/%'),
  partner_id text not null references partner (id),
  account_id text not null references account (id) on delete cascade,
  patient_id text not null,
  modules text[] not null,
  agreed_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index partner_link_in_force on partner_link (partner_id, account_id) where revoked_at is null;
create index partner_link_by_account on partner_link (account_id);

-- One-time codes that a partner's server hands to its page. Only hashes are kept.
create table handoff_code (
  code_hash text primary key,
  principal text not null references partner_link (principal) on delete cascade,
  module text not null,
  origin text not null,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index handoff_code_by_end on handoff_code (expires_at);

-- A partner holds no right of its own: what it may do is the person's own right, for as long as both the right and the agreement are in force.
alter table access add constraint access_of_partner check (user_id not like 'PartnerLink/%');
create view held_access as
  select user_id, patient_id, source, rights, starts_at, ends_at, revoked_at, types, codes from access
  union all
  select l.principal, a.patient_id, a.source, a.rights, a.starts_at, a.ends_at, a.revoked_at, a.types, a.codes
    from partner_link l
    join partner p on p.id = l.partner_id and p.disabled_at is null
    join account c on c.id = l.account_id
    join access a on a.user_id = c.box_user and a.patient_id = l.patient_id
   where l.revoked_at is null;
