/** All that the site keeps about somebody: taking it along, and having it erased. */
import { ExportSection } from './export-section';
import { DeleteSection } from '../leaving/delete-section';

export function DataSection() {
  return (
    <>
      <ExportSection />
      <DeleteSection />
    </>
  );
}
