-- What signs the registry of this installation (ed25519, PKCS#8 in base64): the same for all its processes. All rows sign, so that partners' pages can change over to a new one.
create table registry_key (
  id text primary key,
  private_key text not null,
  since timestamptz not null default now()
);
