-- Keys whose file was removed: a key is written once, also after that.
create table file_removed (
  key text primary key,
  removed_at timestamptz not null default now()
);

-- Versions of deleted entries, of which a file may be the last trace.
create index fhir_deleted_by_patient on fhir_resource (patient_id) where deleted;
