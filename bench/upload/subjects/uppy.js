// @ts-nocheck the peers of the benches are not installed with the kit
import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';

/**
 * Uppy as in its manual: five uploads at a time. A report is its `progress` event, which its own status bar shows, at
 * most every 500 ms. Its events of single files are as frequent as those of XMLHttpRequest.
 *
 * @type {import('../subject.ts').Subject}
 */
export const uppy = (address) => {
  const instance = new Uppy().use(XHRUpload, { endpoint: address, fieldName: 'files' });
  return async ({ files, report }) => {
    instance.on('progress', report);
    files.forEach((file) => instance.addFile({ name: file.name, type: file.type, data: file }));
    const { failed } = await instance.upload();
    if (failed.length > 0) throw new Error(`${failed[0].name}: ${failed[0].error}`);
  };
};
