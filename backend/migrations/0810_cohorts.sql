-- Groups of people to whom a release may go first: 'team:<id>', 'staff', 'beta'. Their tokens name them (ADR 0093).
create table cohort_member (
  account_id text not null references account (id) on delete cascade,
  cohort text not null check (cohort ~ '^(team:[a-z][a-z0-9-]+|staff|beta)$'),
  primary key (account_id, cohort)
);
