/** The package exports the path of the runtime's binary. */
declare module 'workerd' {
  const workerd: { readonly default: string }
  export default workerd
}
