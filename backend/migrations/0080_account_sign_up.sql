-- What a sign-up says beside name and phone.
alter table account
  add column birth_date date,
  -- the invitation that somebody came with
  add column referral_code text;
