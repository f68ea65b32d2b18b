-- Whose records a person may see is asked with every call: without this each looked at all rights there are (117 ms of a million).
create index access_by_user on access (user_id) where revoked_at is null;
