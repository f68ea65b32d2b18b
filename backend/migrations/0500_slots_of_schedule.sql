-- Slots are asked for one schedule and a time: the index begins with the schedule and goes on with the end, so that neither other schedules nor past slots are read.
create function slot_schedule(tokens text[]) returns text language sql immutable strict parallel safe
  return (select token from unnest(tokens) token where token like 'schedule=%' limit 1);

create index fhir_slots on fhir_other (slot_schedule(tokens), date_end, date) where patient_id is null and not deleted and slot_schedule(tokens) is not null;
