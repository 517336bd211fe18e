/** Countries whose bank accounts have an IBAN. */
const codes =
  'AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST SV TL TN TR UA VA VG XK';

const countries = new Set(codes.split(' '));

/** Whether accounts in `country`, a two-letter code, have an IBAN. */
export function usesIban(country: string): boolean {
  return countries.has(country);
}
