-- What a posting asks is the same whatever it posts: a plan is made once for a connection, where the planner, which counts what a
-- list holds, would make one for each posting and spend more on it than the posting costs.
alter function ledger_post(uuid, text, text, text, text, uuid, timestamptz, jsonb, text[], bigint[], text[]) set plan_cache_mode = force_generic_plan;
