import { pictureAt } from './docFiles.ts';

export interface DocPictureProps {
  src?: string;
  alt?: string;
  /** The page that shows the picture. */
  from: string;
}

export const DocPicture = ({ src = '', alt = '', from }: DocPictureProps) => (
  <img className="doc-picture" src={pictureAt(src, from)} alt={alt} />
);
