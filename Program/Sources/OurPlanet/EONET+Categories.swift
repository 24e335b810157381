import Freshet
import FreshetHTTP
import HTTPTypes

extension EONET {
    /// The categories by name, about 13 of them.
    package func categories(validators: Validators? = nil) -> Single<Conditional<CategoryList>> {
        .deferred {
            reply(try baseURL.endpoint("categories"), .categories, validators: validators).map { reply in
                reply.status == .notModified ? .notModified : .modified(try reply.decoded(as: CategoryList.self))
            }
        }
    }

    func allCategories() -> Single<CategoryList> {
        categories().map { answer in
            guard case .modified(let list) = answer else {
                throw EONETError.unaskedNotModified(try baseURL.endpoint("categories"))
            }
            return list
        }
    }
}
