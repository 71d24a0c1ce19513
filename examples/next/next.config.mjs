// The mock reads its own files: it stays a package instead of a part of the bundle.
export default { serverExternalPackages: ['standin'] };
