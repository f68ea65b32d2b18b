-- Levels of a right, wider by rank and not by name (ADR 0055). LEVELS of access/levels.ts says the same.
create table access_level (
  name text primary key,
  rank smallint not null unique
);
insert into access_level (name, rank) values ('read', 1), ('write', 2);
analyze access_level;

-- The rows that are there are checked while rights are read; only then goes the list of names, which takes no time.
alter table access add constraint access_of_level foreign key (rights) references access_level (name);
alter table access drop constraint access_rights_check;
