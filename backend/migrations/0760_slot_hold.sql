-- Who keeps a time while they confirm it, and until when. The Slot itself says only 'busy-tentative': everybody may read it. A busy-tentative slot without a row
-- here is kept by its facility. One row a person, so that nobody keeps a day's times from others.
create table slot_hold (
  slot_id text primary key,
  user_id text not null unique,
  ends_at timestamptz not null
);
create index slot_hold_by_end on slot_hold (ends_at);
