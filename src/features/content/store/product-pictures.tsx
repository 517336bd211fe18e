/**
 * The pictures of a product side by side, in the same square as on cards and as the placeholder; a tap opens them
 * at full size. The viewer is loaded when the first picture is opened.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { MediaBox } from '@web/ui/media/media-box';
import { MediaCarousel, viewerPhotos } from '@web/ui/media/media-carousel';
import type { Product } from './requests';
import styles from './products.module.css';

const ReportablePhotos = dynamic(() => import('@web/social/reportable-photos').then((loaded) => loaded.ReportablePhotos), { ssr: false });

const ratio = 1;

export function ProductPictures({
  product: { _id, images, name, performer },
}: {
  product: Pick<Product, '_id' | 'images' | 'name' | 'performer'>;
}) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  if (images.length === 0) {
    return (
      <div className={styles.pictures}>
        <MediaBox src={null} alt="" ratio={ratio} />
      </div>
    );
  }
  return (
    <div className={styles.pictures}>
      <MediaCarousel files={images} title={name} ratio={ratio} onOpen={setOpenIndex} first />
      {openIndex === null ? null : (
        <ReportablePhotos
          photos={viewerPhotos(images, name)}
          index={openIndex}
          onClose={() => setOpenIndex(null)}
          onIndexChange={setOpenIndex}
          subject={{ target: 'product', id: _id, title: 'Report product', person: performer }}
        />
      )}
    </div>
  );
}
