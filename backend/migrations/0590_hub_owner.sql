-- Whose a hub is. Kept apart from Device resources: what a resource says of a mac is typed by people and proves nothing.
alter table hub
  add column owner_patient_id text,
  -- the Device of that record; when it is gone, nobody owns the hub
  add column owner_device_id text,
  add column owned_at timestamptz,
  -- a hub from before this table kept owners: it is looked for once, among the devices that name it
  add column adopts_owner boolean not null default false;
update hub set adopts_owner = true;
create index hub_by_owner on hub (owner_patient_id) where owner_patient_id is not null;
create index hub_by_device on hub (owner_device_id) where owner_device_id is not null;

-- The time in which whoever has a hub can prove it. There is a row for every mac that is named, known or not, so that nothing tells them apart.
create table hub_pairing (
  mac text primary key,
  -- of the command that asks the hub; another one when the hub must be asked again
  id uuid not null,
  -- how often the button of a hub is pressed
  presses int not null,
  -- of the code that the hub shows
  code_hash text,
  -- several people wanted the hub when it was pressed
  is_contested boolean not null default false,
  sent_at timestamptz,
  ends_at timestamptz not null
);

-- Who says to have a hub. It gives nothing until it is proven, and ends by itself.
create table hub_claim (
  mac text not null,
  user_id text not null,
  device_id text not null,
  patient_id text not null,
  -- codes that were typed
  tries int not null default 0,
  ends_at timestamptz not null,
  primary key (mac, user_id)
);
create index hub_claim_by_device on hub_claim (device_id);

-- The hub that a session hears: proven when it began. A session with a meter that has no hub hears none.
alter table measure_session add column hub_mac text;
update measure_session set hub_mac = mac where mac in (select mac from hub);
drop index measure_session_running;
-- a device, not a mac: anybody can write a mac down
create unique index measure_session_running on measure_session (device_id) where ended_at is null;
create index measure_session_by_hub on measure_session (hub_mac, started_at desc);
drop index measure_session_by_mac;
