-- Browsers that may be told while the app is closed (Web Push, RFC 8030), and what each is to be told: a kind and a reference, never a word of the record.
create table push_device (
  id uuid primary key,
  user_id text not null,
  -- the sign-in session that used it last: ending that one from elsewhere ends this, too
  session_id text,
  -- 'Chrome, Android': how its owner tells it from others
  name text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  locale text not null,
  zone text not null,
  -- HH:mm on the clock of the zone; none while all hours are alike
  quiet_from text,
  quiet_to text,
  kinds text[] not null,
  -- kinds that pass the quiet hours, by the person's choice
  urgent text[] not null,
  used_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null))
);
create index push_device_by_user on push_device (user_id, used_at desc);
create index push_device_by_session on push_device (session_id);

create table push_message (
  -- all that the message itself says
  id uuid primary key,
  device_id uuid not null references push_device (id) on delete cascade,
  kind text not null,
  -- in whose record; null for a digest
  patient_id text,
  -- what it is about: that of the inbox, 'dose/<statement>/<local time>', or 'digest'
  ref text not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  unique (device_id, ref)
);
create index push_message_due on push_message (due_at) where sent_at is null;
create index push_message_by_expiry on push_message (expires_at);

create function push_ends_with_account() returns trigger language plpgsql as $$
begin
  delete from push_device where user_id = old.box_user;
  return null;
end $$;
create trigger push_ends_with_account after delete on account for each row execute function push_ends_with_account();
