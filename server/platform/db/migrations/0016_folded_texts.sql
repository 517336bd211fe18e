-- The form in which lists compare a typed text with a column: without case, accents and look of the quotes, and with letters that
-- Unicode does not decompose in their common spelling. The same for both sides. Plain ASCII, which is most of it, is cheap.
create function fold_text(text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length($1) = char_length($1) then lower($1) else translate(
    replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðıħς’‘‚‛ʼ“”„«»‐‑‒–—', 'loddihσ''''''''''"""""-----') end
$$;
