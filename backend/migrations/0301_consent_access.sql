-- Rights that a Consent gives belong to it: each change of the Consent changes exactly them.
alter table access add column consent_id text;
create index access_by_consent on access (consent_id) where revoked_at is null;
drop index access_in_force;
create unique index access_in_force on access (user_id, patient_id, source) where revoked_at is null and ends_at is null and consent_id is null;
