-- Keeps performer_listings in step with accounts and performers, whoever changes them. The work is done as a transaction ends:
-- by then it has all of its locks, so none waits in a circle, and the performer's row is locked while her listing is made, so
-- that of two who change her at once the later one sees what the earlier did.
create function listing_of(performer uuid) returns setof performer_listings language sql stable as $$
  select a.id, a.username, a.name, lower(a.name), lower(a.name || ' ' || coalesce(a.username, '')), a.gender, a.country,
    a.is_online and a.show_online, p.date_of_birth, p.height, p.weight, p.body_type, p.ethnicity, p.size, p.hair, p.eyes,
    p.sexual_orientation, p.is_free_subscription, p.is_featured, a.created_at, a.updated_at
  from performers p inner join accounts a on a.id = p.account_id
  where p.account_id = performer and p.verification = 'approved' and a.status = 'active' and a.is_performer
$$;
--> statement-breakpoint
-- Each connection keeps its plan of it: one that was made while the tables were small would read large ones whole.
create function keep_performer_listing() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  performer uuid;
begin
  if tg_table_name = 'accounts' then
    performer := new.id;
  else
    performer := new.account_id;
  end if;
  perform 1 from performers where account_id = performer for no key update;
  if exists (select 1 from performer_listings known, listing_of(performer) wanted where known.performer_id = performer and known = wanted) then
    return null;
  end if;
  delete from performer_listings where performer_id = performer;
  insert into performer_listings select * from listing_of(performer);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger keep_listing after insert or update of verification, date_of_birth, height, weight, body_type, ethnicity,
  size, hair, eyes, sexual_orientation, is_free_subscription, is_featured
  on performers deferrable initially deferred for each row execute function keep_performer_listing();
--> statement-breakpoint
create constraint trigger keep_listing after update of status, is_performer, username, name, gender, country, is_online, show_online,
  created_at, updated_at
  on accounts deferrable initially deferred for each row when (old.is_performer or new.is_performer)
  execute function keep_performer_listing();
--> statement-breakpoint
insert into performer_listings select listed.* from performers, lateral listing_of(performers.account_id) listed;
