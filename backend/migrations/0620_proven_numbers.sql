-- A number belongs to who proves it (ADR 0050): accounts that have not proven theirs reserve nothing, and several may name the same one.
alter table account drop constraint account_user_name_key;
-- since when the account has no number of its own any more: somebody else has proven it
alter table account add column number_lost_at timestamptz;

-- The name to sign in with and the number that a code goes to are the same. Where they differed, the number that was proven is not the one that is named.
update account set phone = '84' || substr(user_name, 2), phone_verified = false where phone <> '84' || substr(user_name, 2);
alter table account add constraint account_one_number check (phone = '84' || substr(user_name, 2));
alter table account add constraint account_lost_is_not_proven check (not phone_verified or number_lost_at is null);
create unique index account_by_proven_number on account (user_name) where phone_verified;
create index account_by_number on account (user_name, created_at);

-- Requests count apart: those of an account whose number is proven ('own'), those of one that proves it now ('unproven'), and those that anybody may make, by a
-- hash of the network. `number_hash` is that of the number a code goes to, known or not; `phone` the number that a code of an account proves.
alter table one_time_code add column requester text not null default 'own';
alter table one_time_code add column number_hash text;
alter table one_time_code add column phone text;
update one_time_code c set phone = a.phone from account a where a.id = c.account_id and c.purpose = 'phone';
create index one_time_code_by_number on one_time_code (number_hash, created_at desc) where number_hash is not null;
