-- A Consent may open a part of a record: only these types, and of them only what holds one of these codes ('code=system|code'). Null is no such limit.
alter table access add column types text[];
alter table access add column codes text[];
-- a part is for reading
alter table access add constraint access_part_is_for_reading check (rights = 'read' or (types is null and codes is null));
-- Consents whose time is over are looked for by their end.
create index access_of_consents_by_end on access (ends_at) where revoked_at is null and consent_id is not null;
