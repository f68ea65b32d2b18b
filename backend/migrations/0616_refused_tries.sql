-- Refused tries of one user at one record, by day and kind: the first of a day gets a line in the trail, the others are counted here, so that nobody floods it.
-- An empty patient_id stands for what is no record that anybody keeps here.
create table refused_try (
  user_id text not null,
  patient_id text not null,
  action text not null,
  day date not null,
  tries int not null,
  primary key (patient_id, user_id, action, day)
);
