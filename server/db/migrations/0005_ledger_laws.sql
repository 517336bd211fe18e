-- The ledger's laws that the database itself holds. server/ledger/README.md tells what each is for.

-- Balances are changed in place: room in each page keeps a new version beside the old one and out of the indexes.
alter table ledger_balances set (fillfactor = 50);
--> statement-breakpoint
-- L2: transfers and entries are only ever added, whoever asks and whatever the session is.
create trigger ledger_transfers_never_change before update or delete or truncate on ledger_transfers for each statement execute function refuse_change();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_transfers_never_change;
--> statement-breakpoint
create trigger ledger_entries_never_change before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
--> statement-breakpoint
alter table ledger_entries enable always trigger ledger_entries_never_change;
--> statement-breakpoint
-- L1: a transfer's entries add up to zero, and those above zero to its amount; so none can be added to it later, and none be without it.
create function ledger_entries_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct a.transfer_id from added a) a
    left join ledger_transfers t on t.id = a.transfer_id
    cross join lateral (
      select sum(e.amount_cents) as total, sum(e.amount_cents) filter (where e.amount_cents > 0) as moved from ledger_entries e where e.transfer_id = a.transfer_id
    ) s
    where (s.total = 0 and s.moved = t.amount_cents) is not true
  ) then
    raise exception 'the entries of a transfer do not add up' using errcode = 'LG004';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_entries_balance after insert on ledger_entries referencing new table as added for each statement execute function ledger_entries_balance();
--> statement-breakpoint
alter table ledger_entries enable always trigger ledger_entries_balance;
--> statement-breakpoint
create function ledger_transfers_balance() returns trigger language plpgsql as $$
begin
  if (
    select sum(e.amount_cents) = 0 and sum(e.amount_cents) filter (where e.amount_cents > 0) = new.amount_cents from ledger_entries e where e.transfer_id = new.id
  ) is not true then
    raise exception 'the entries of a transfer do not add up' using errcode = 'LG004';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger ledger_transfers_balance after insert on ledger_transfers deferrable initially deferred for each row execute function ledger_transfers_balance();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_transfers_balance;
--> statement-breakpoint
-- Reversals of a transfer never add up to more than it moved. They wait for each other at the transfer that they reverse.
create function ledger_bound_reversals() returns trigger language plpgsql as $$
declare
  original_cents bigint;
begin
  select amount_cents into original_cents from ledger_transfers where id = new.reversal_of for no key update;
  if (select sum(amount_cents) from ledger_transfers where reversal_of = new.reversal_of) > original_cents then
    raise exception 'transfer % is reversed by more than it moved', new.reversal_of using errcode = 'LG003';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_bound_reversals after insert on ledger_transfers for each row when (new.reversal_of is not null) execute function ledger_bound_reversals();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_bound_reversals;
--> statement-breakpoint
-- Posts a transfer and answers what each account then holds; the same key and digest answer the first transfer again.
-- Rows are waited for in the order of account ids, so that postings never wait for each other in a circle.
create function ledger_post(
  p_id uuid, p_reason text, p_subject text, p_key text, p_digest text, p_reversal_of uuid, p_created_at timestamptz, p_metadata jsonb,
  p_accounts text[], p_amounts bigint[], p_covered text[]
) returns table (transfer_id uuid, is_replayed boolean, account_id text, change_cents bigint, balance_cents bigint) language plpgsql as $$
#variable_conflict use_column
declare
  first_id uuid;
  first_digest text;
  line record;
  held bigint;
  accounts text[] := '{}';
  amounts bigint[] := '{}';
  balances bigint[] := '{}';
  floors boolean[] := '{}';
begin
  -- Copies of one intention wait here for the first of them, holding nothing.
  insert into ledger_transfers (id, reason, subject, key, digest, reversal_of, amount_cents, created_at, metadata)
    values (p_id, p_reason, p_subject, p_key, p_digest, p_reversal_of, (select coalesce(sum(a), 0) from unnest(p_amounts) a where a > 0), p_created_at, p_metadata)
    on conflict (key) do nothing;
  if not found then
    select t.id, t.digest into strict first_id, first_digest from ledger_transfers t where t.key = p_key;
    if first_digest <> p_digest then
      raise exception 'the key % came before with another content', p_key using errcode = 'LG001';
    end if;
    return query
      select first_id, true, e.account_id, e.amount_cents,
        coalesce(e.balance_after_cents, (select sum(b.balance_cents)::bigint from ledger_balances b where b.account_id = e.account_id))
      from ledger_entries e where e.transfer_id = first_id;
    return;
  end if;

  for line in
    select l.account, l.cents, l.account like 'wallet:%' or l.account like 'held:%' as keeps_floor, l.account = any(p_covered) as is_covered
    from unnest(p_accounts, p_amounts) as l(account, cents) order by l.account collate "C"
  loop
    if line.keeps_floor then
      update ledger_balances b set balance_cents = b.balance_cents + line.cents where b.account_id = line.account and b.slot = 0
        returning b.balance_cents into held;
      if not found then
        -- The constraint looks at the row proposed: a first posting that takes is refused, as it should be.
        insert into ledger_balances as b (account_id, slot, balance_cents) values (line.account, 0, line.cents)
          on conflict (account_id, slot) do update set balance_cents = b.balance_cents + excluded.balance_cents
          returning b.balance_cents into held;
      end if;
    else
      if line.is_covered then
        perform pg_advisory_xact_lock(hashtextextended(line.account, 0));
      end if;
      -- Any row of the account that nobody holds; when all are held, one more.
      update ledger_balances b set balance_cents = b.balance_cents + line.cents
        where b.account_id = line.account and b.slot = (
          select free.slot from ledger_balances free where free.account_id = line.account order by free.slot limit 1 for no key update skip locked
        );
      if not found then
        insert into ledger_balances as b (account_id, slot, balance_cents) values (line.account, pg_backend_pid() % 1000, line.cents)
          on conflict (account_id, slot) do update set balance_cents = b.balance_cents + excluded.balance_cents;
      end if;
      select sum(b.balance_cents) into held from ledger_balances b where b.account_id = line.account;
      if line.is_covered and held < 0 then
        raise exception '% does not cover this', line.account using errcode = 'LG002';
      end if;
    end if;
    accounts := accounts || line.account;
    amounts := amounts || line.cents;
    balances := balances || held;
    floors := floors || line.keeps_floor;
  end loop;

  insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    select p_id, l.account, l.cents, case when l.keeps_floor then l.balance end, p_created_at
    from unnest(accounts, amounts, balances, floors) as l(account, cents, balance, keeps_floor);
  return query select p_id, false, l.account, l.cents, l.balance from unnest(accounts, amounts, balances) as l(account, cents, balance);
end
$$;
