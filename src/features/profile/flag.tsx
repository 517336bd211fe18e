/** A country's flag beside its name. The host's list of countries knows where it is; until that is here its box is kept free. */
import { useEndpoint } from '@web/services/use-endpoint';
import styles from './profile.module.css';

const rarely = { revalidateOnFocus: false, revalidateIfStale: false } as const;

export function Flag({ country }: { country: string }) {
  const { data } = useEndpoint('GET /countries/list', {}, rarely);
  const flag = data?.find(({ code }) => code === country)?.flag;
  return <span className={styles.flag}>{flag === undefined ? null : <img src={flag} alt="" width={24} height={18} />}</span>;
}
