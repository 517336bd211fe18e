/**
 * A SEPA credit transfer file: pain.001.001.09, by the European Payments Council's customer-to-bank guidelines (EPC132-08), with
 * one debit for all payments.
 */
import transliterate from '@sindresorhus/transliterate';
import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { escapeHtml } from '../../kernel/escape-html';
import { amountText, compactId, type BatchFile, type BatchLine } from './batch-lines';

/** The account that pays. */
export interface Sender {
  name: string;
  iban: string;
  /** Empty where the bank does not require it. */
  bic: string;
}

const nameLengthMax = 70;
const textLengthMax = 140;

/** Transliterates to the characters that every SEPA bank accepts. Others become a full stop. */
function latin(text: string, lengthMax: number): string {
  const plain = transliterate(text)
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return escapeHtml(plain.slice(0, lengthMax));
}

/** Whether the characters of SEPA can write all letters of a name. Banks compare the name with the account's. */
const hasLatinForm = (name: string): boolean => !/\p{L}/u.test(transliterate(name).replaceAll(/[a-zA-Z]/g, ''));

const ibanOf = (text: string | null): string | null => {
  const iban = electronicFormatIBAN(text ?? undefined);
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null;
};
const bicOf = (text: string | null): string | null => {
  const bic = (text ?? '').replaceAll(' ', '').toUpperCase();
  return bic !== '' && isValidBIC(bic) ? bic : null;
};

/** Why payouts cannot be paid by a SEPA file, in sentences for operators; empty when they can. */
export function sepaObstacles({ currency, lines }: Pick<BatchFile, 'currency' | 'lines'>, sender: Sender): string[] {
  const withoutLatinForm = lines.filter(({ destination }) => destination.method === 'banking' && !hasLatinForm(destination.holder));
  const withoutIban = lines.filter(({ destination }) => destination.method !== 'banking' || ibanOf(destination.iban) === null);
  return [
    ...(currency === 'EUR' ? [] : [`SEPA pays in EUR, but this site uses ${currency}.`]),
    ...(sender.name === '' || ibanOf(sender.iban) === null
      ? ['In Settings → Payment gateway, enter the holder and SEPA IBAN of the account you send payouts from.']
      : []),
    ...withoutIban.map(({ performer }) => `${performer} has no valid SEPA IBAN.`),
    ...withoutLatinForm.map(({ performer }) => `${performer} needs to enter the account holder in Latin letters, as their bank spells it.`),
  ];
}

const agent = (name: string, bic: string | null): string =>
  bic === null
    ? `<${name}><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></${name}>`
    : `<${name}><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></${name}>`;

function transfer({ payoutId, amount_cents, destination }: BatchLine, siteName: string): string {
  if (destination.method !== 'banking') throw new Error(`payout ${payoutId} has no bank account`);
  const [id, bic] = [compactId(payoutId), bicOf(destination.swift)];
  return `
      <CdtTrfTxInf>
        <PmtId><InstrId>${id}</InstrId><EndToEndId>${id}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">${amountText(amount_cents)}</InstdAmt></Amt>${bic === null ? '' : `\n        ${agent('CdtrAgt', bic)}`}
        <Cdtr><Nm>${latin(destination.holder, nameLengthMax)}</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${ibanOf(destination.iban) ?? ''}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>${latin(`${siteName} payout ${payoutId.slice(0, 8)}`, textLengthMax)}</Ustrd></RmtInf>
      </CdtTrfTxInf>`;
}

/** Generates the file. Check `sepaObstacles` first. */
export function sepaFile({ id, at, siteName, lines }: BatchFile, sender: Sender): string {
  const sum = amountText(lines.reduce((cents, { amount_cents }) => cents + amount_cents, 0n));
  const [messageId, name] = [compactId(id), latin(sender.name, nameLengthMax)];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>${at.toISOString().slice(0, 19)}Z</CreDtTm>
      <NbOfTxs>${String(lines.length)}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <InitgPty><Nm>${name}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${messageId}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>${String(lines.length)}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
      <ReqdExctnDt><Dt>${at.toISOString().slice(0, 10)}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${name}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${ibanOf(sender.iban) ?? ''}</IBAN></Id></DbtrAcct>
      ${agent('DbtrAgt', bicOf(sender.bic))}
      <ChrgBr>SLEV</ChrgBr>${lines.map((line) => transfer(line, siteName)).join('')}
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}
