-- A reversal may itself be taken back, once: a refund that the bank does not take. Then what it reversed can be reversed anew.
create or replace function ledger_bound_reversals() returns trigger language plpgsql as $$
declare
  original_cents bigint;
  original_reverses uuid;
begin
  select amount_cents, reversal_of into original_cents, original_reverses from ledger_transfers where id = new.reversal_of for no key update;
  if exists (select from ledger_transfers where id = original_reverses and reversal_of is not null) then
    raise exception 'transfer % took a reversal back, and stays', new.reversal_of using errcode = 'LG003';
  end if;
  if (
    select sum(r.amount_cents - coalesce((select sum(b.amount_cents) from ledger_transfers b where b.reversal_of = r.id), 0))
    from ledger_transfers r where r.reversal_of = new.reversal_of
  ) > original_cents then
    raise exception 'transfer % is reversed by more than it moved', new.reversal_of using errcode = 'LG003';
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- What was given back before refunds were booked one by one is booked.
UPDATE payment_refunds SET booked_cents = amount_cents WHERE status = 'success';
