-- Only beside another record server: what a call is about to write there, with the statements that belong to it here. A row is stored before the other server is
-- asked and deleted in the transaction of those statements, so that one that stays shows a call which was cut off between the two.
create table foreign_unit (
  id uuid primary key,
  -- JSON: what the other server shows when the bundle took effect
  sign text not null,
  -- JSON: [{text, values}]
  statements text not null,
  created_at timestamptz not null default now()
);
