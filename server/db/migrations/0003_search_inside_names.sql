-- A text anywhere in a name is found by its groups of three letters. A server without that extension looks row by row instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index accounts_texts on accounts using gin (name gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops);
exception
  when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
    raise notice 'names are searched without an index: %', sqlerrm;
end
$$;
