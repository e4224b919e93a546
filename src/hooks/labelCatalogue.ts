/**
 * Every word on the screen, one section a component. Each component adds its section by declaration merging, so that hooks
 * know the whole without importing from above.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by the components
export interface LabelCatalogue {}

/** A host's own words: any section, any of its keys. */
export type LabelOverrides = {
  [Section in keyof LabelCatalogue]?: Partial<LabelCatalogue[Section]> | undefined;
};
