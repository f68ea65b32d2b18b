-- Which socket of which browser shows whose record; told anew after each connection.
create table device_socket (
  socket_id text primary key,
  device_id text not null,
  patient_id text not null,
  user_id text not null,
  registered_at timestamptz not null default now()
);
create index device_socket_by_age on device_socket (registered_at);

-- Codes by which a hospital (0) or a doctor (1) invites people.
create table referral (
  code text primary key,
  name text not null,
  hospital_id text not null,
  kind int not null check (kind in (0, 1)),
  schedule_code text,
  ends_at timestamptz
);

create table promo_code (
  code text primary key,
  -- [{code, display}]
  services jsonb not null,
  payor_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  usage_limit int,
  -- how many people have taken it
  usage_count int not null default 0
);
create table promo_use (
  code text not null references promo_code (code),
  patient_id text not null,
  used_at timestamptz not null default now(),
  primary key (code, patient_id)
);

create table enrollment (
  code text not null,
  type text not null,
  org_id text not null,
  org_code text not null,
  title text not null,
  description text,
  starts_at timestamptz,
  ends_at timestamptz,
  -- what the person agrees to share: 'phone', 'fullName'
  shares text[] not null,
  makes_encounter boolean not null,
  primary key (code, type, org_code)
);
create table enrollment_member (
  code text not null,
  type text not null,
  org_id text not null,
  patient_id text not null,
  joined_at timestamptz not null default now(),
  primary key (code, type, org_id, patient_id)
);

-- Codes that prove that a hospital's record belongs to the person who asks to link it.
create table link_code (
  task_id text primary key,
  patient_id text not null,
  -- the hospital's record of the same person
  linked_patient_id text not null,
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null
);

-- Files of deleted entries, written down with the delete, so that a crash leaves none behind.
create table file_removal (
  key text primary key,
  created_at timestamptz not null default now()
);
