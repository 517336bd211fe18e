-- Posting in fewer statements. The laws are those of the migration ledger_laws; server/ledger/README.md tells what each is for.

-- L1 at commit asks only that a transfer has entries: whatever entries it has were held against its amount when they were written.
create or replace function ledger_transfers_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries e where e.transfer_id = new.id) then
    raise exception 'the entries of a transfer do not add up' using errcode = 'LG004';
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- Posts a transfer and answers what each account then holds; the same key and digest answer the first transfer again.
-- What it waits for, it waits for in one order: its key, covered accounts by id, then rows with a floor by id; so postings
-- never wait for each other in a circle.
create or replace function ledger_post(
  p_id uuid, p_reason text, p_subject text, p_key text, p_digest text, p_reversal_of uuid, p_created_at timestamptz, p_metadata jsonb,
  p_accounts text[], p_amounts bigint[], p_covered text[]
) returns table (transfer_id uuid, is_replayed boolean, account_id text, change_cents bigint, balance_cents bigint) language plpgsql as $$
#variable_conflict use_column
declare
  first_id uuid;
  first_digest text;
  uncovered text;
  amount bigint := 0;
  floors int := 0;
begin
  for i in 1 .. cardinality(p_accounts) loop
    amount := amount + greatest(p_amounts[i], 0);
    floors := floors + (p_accounts[i] like 'wallet:%' or p_accounts[i] like 'held:%')::int;
  end loop;

  -- Copies of one intention wait here for the first of them, holding nothing.
  insert into ledger_transfers (id, reason, subject, key, digest, reversal_of, amount_cents, created_at, metadata)
    values (p_id, p_reason, p_subject, p_key, p_digest, p_reversal_of, amount, p_created_at, p_metadata)
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

  if cardinality(p_covered) > 0 then
    perform pg_advisory_xact_lock(hashtextextended(c.account, 0)) from (
      select account from unnest(p_covered) as u(account) where account not like 'wallet:%' and account not like 'held:%' order by account collate "C"
    ) c;
    -- A statement of its own: it sees what those before it at the lock have left.
    select l.account into uncovered from unnest(p_accounts, p_amounts) as l(account, cents)
      where l.account = any(p_covered) and l.account not like 'wallet:%' and l.account not like 'held:%'
        and l.cents + coalesce((select sum(b.balance_cents) from ledger_balances b where b.account_id = l.account), 0) < 0;
    if found then
      raise exception '% does not cover this', uncovered using errcode = 'LG002';
    end if;
  end if;

  if floors > 1 then
    perform from ledger_balances b where b.account_id = any(p_accounts) and b.keeps_floor order by b.account_id collate "C" for no key update;
  end if;

  return query
    with line as materialized (
      select l.account, l.cents, l.account like 'wallet:%' or l.account like 'held:%' as keeps_floor
      from unnest(p_accounts, p_amounts) as l(account, cents) order by l.account collate "C"
    ), taken as materialized (
      -- Of an account without a floor, any row that nobody holds; when all are held, one more.
      select line.account, line.cents, line.keeps_floor,
        case when line.keeps_floor then 0 else coalesce(free.slot, pg_backend_pid() % 1000) end::smallint as slot,
        case when not line.keeps_floor then (select sum(b.balance_cents) from ledger_balances b where b.account_id = line.account) end as held
      from line left join lateral (
        select b.slot from ledger_balances b where b.account_id = line.account and not line.keeps_floor order by b.slot limit 1 for no key update skip locked
      ) free on true
    ), changed as (
      update ledger_balances b set balance_cents = b.balance_cents + taken.cents from taken
        where b.account_id = taken.account and b.slot = taken.slot
        returning b.account_id, b.balance_cents
    ), added as (
      -- The constraint looks at the row proposed: a first posting that takes from a floor is refused, as it should be.
      insert into ledger_balances as b (account_id, slot, balance_cents)
        select taken.account, taken.slot, taken.cents from taken where not exists (select from changed where changed.account_id = taken.account)
        on conflict (account_id, slot) do update set balance_cents = b.balance_cents + excluded.balance_cents
        returning b.account_id, b.balance_cents
    ), moved as (
      select taken.account, taken.cents, taken.keeps_floor,
        case when taken.keeps_floor then row.balance_cents else coalesce(taken.held, 0)::bigint + taken.cents end as balance
      from (select * from changed union all select * from added) row join taken on taken.account = row.account_id
    ), entered as (
      insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
        select p_id, moved.account, moved.cents, case when moved.keeps_floor then moved.balance end, p_created_at from moved
    )
    select p_id, false, moved.account, moved.cents, moved.balance from moved;
end
$$;
--> statement-breakpoint
-- What is known of an intention; whoever asks first holds it until her transaction ends. Two statements, so that the second
-- sees what the one before at the lock has left.
create function idempotency_known(p_account_id uuid, p_key text)
  returns table (is_free boolean, digest text, answer jsonb, status integer, subject_id uuid) language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_account_id || ' ' || p_key, 1)) then
    return query select false, null::text, null::jsonb, null::integer, null::uuid;
    return;
  end if;
  return query
    select true, k.digest, k.answer, k.status, k.subject_id
    from (select) one left join idempotency_keys k on k.account_id = p_account_id and k.key = p_key;
end
$$;
