/** The languages of the site: which one a visitor reads, and what each calls itself. */

/** The one that she chose; else the first of her browser's that the site has, by its weights; English where there is none. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, offered: readonly string[]): string {
  const known = offered.find((name) => name === chosen);
  if (known !== undefined) return known;
  const wanted = (accepted ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [name = '', ...rest] = entry.trim().split(';');
      const weight = /^\s*q=([\d.]{1,5})\s*$/.exec(rest.join(';'))?.[1];
      return { name: name.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ name, weight }) => /^[a-z]{1,8}(-[a-z\d]{1,8})*$/.test(name) && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { name } of wanted) {
    const found = offered.find((one) => one.toLowerCase() === name) ?? offered.find((one) => one.toLowerCase() === name.split('-')[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** What a language calls itself. */
export function ownNameOf(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
